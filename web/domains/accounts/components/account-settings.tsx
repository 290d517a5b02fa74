import { getProfile, type User } from "@greenroom/contract/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Field } from "../../../ui/field.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { sentences } from "../sentences.ts";
import { ChangePassword } from "./change-password.tsx";
import { OwnData } from "./own-data.tsx";
import { TimeZoneForm } from "./time-zone-form.tsx";

/** What everybody can see and set of their own account, whatever their role. */
export function AccountSettings() {
  const profile = useQuery(queryOf(getProfile));
  if (profile.isPending) {
    return (
      <Card>
        <LoadingLines label="Loading your profile…" lines={6} />
      </Card>
    );
  }
  if (profile.isError) {
    return (
      <Card>
        <ErrorState
          message={messageOf(profile.error, sentences.profile)}
          onRetry={() => profile.refetch()}
          retrying={profile.isFetching}
        />
      </Card>
    );
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <Details user={profile.data} />
        <TimeZoneForm />
      </div>
      <div className="grid gap-5">
        <ChangePassword />
        <OwnData />
      </div>
    </div>
  );
}

function Details({ user }: { user: User }) {
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Your details</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <ReadOnly label="First name" value={user.firstName} />
        <ReadOnly label="Last name" value={user.lastName} />
      </div>
      <ReadOnly label="Email" value={user.email} />
      <ReadOnly label="Mobile number" value={user.mobileNumber} />
    </Card>
  );
}

function ReadOnly({ label, value }: { label: string; value: string }) {
  return <Field label={label}>{(control) => <TextInput {...control} value={value} readOnly />}</Field>;
}
