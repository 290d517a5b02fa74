import { getProfile } from "@greenroom/contract/people/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { QueryContent } from "../../../app/query-content.tsx";
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
  return (
    <QueryContent query={profile} loadingLabel="Loading your profile…" messages={accountMessages.profile}>
      {(user) => (
        <div className={clsx("grid items-start gap-5 lg:grid-cols-2", isBesidePreview && "xl:grid-cols-1")}>
          <div className="grid gap-5">
            <AccountDetails user={user} />
            <TimeZoneForm />
            <PersonalData />
          </div>
          <div className="grid gap-5">
            <ChangePassword />
            <SignIns />
          </div>
        </div>
      )}
    </QueryContent>
  );
}
