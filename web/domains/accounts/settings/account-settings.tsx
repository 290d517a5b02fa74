import { getProfile } from "@greenroom/contract/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { Card } from "../../../ui/display/card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { accountMessages } from "../messages.ts";
import { AccountDetails } from "./account-details.tsx";
import { ChangePassword } from "./change-password.tsx";
import { PersonalData } from "./personal-data.tsx";
import { SignIns } from "./sign-ins.tsx";
import { TimeZoneForm } from "./time-zone-form.tsx";

interface AccountSettingsProps {
  /** On wide screens the resume's preview takes half of the width, so one column is left for the settings. */
  isBesidePreview?: boolean;
}

/** The account settings that every user has, whatever their role. */
export function AccountSettings({ isBesidePreview = false }: AccountSettingsProps) {
  const profile = useQuery(queryOptionsFor(getProfile));
  if (profile.isPending) {
    return (
      <Card>
        <LoadingLines label="Loading your profile…" lines={6} />
      </Card>
    );
  }
  if (profile.isLoadingError) {
    return (
      <Card>
        <ErrorState
          message={errorMessage(profile.error, accountMessages.profile)}
          onRetry={() => profile.refetch()}
          retrying={profile.isFetching}
        />
      </Card>
    );
  }
  return (
    <div className={clsx("grid items-start gap-5 lg:grid-cols-2", isBesidePreview && "xl:grid-cols-1")}>
      <div className="grid gap-5">
        <AccountDetails user={profile.data} />
        <TimeZoneForm />
        <PersonalData />
      </div>
      <div className="grid gap-5">
        <ChangePassword />
        <SignIns />
      </div>
    </div>
  );
}
