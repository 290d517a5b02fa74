import { accountDetailsSchema, changeAccount } from "@greenroom/contract/people/account-settings.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { useSession } from "../../../session/session.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { accountMessages } from "../messages.ts";

/** The user's name and mobile number, which they can change, and their email address, which they cannot. */
export function AccountDetails({ user }: { user: User }) {
  const { refreshUser } = useSession();
  const [saved, setSaved] = useState<string | null>(null);
  const { firstName, lastName, mobileNumber } = user;
  return (
    <Card>
      <h2 className="mb-4 text-xl">Your details</h2>
      <Form
        label="Your details"
        defaultValues={{ firstName, lastName, mobileNumber }}
        resolver={zodResolver(accountDetailsSchema)}
        failureMessage={(error) => errorMessage(error, accountMessages.details)}
        onSubmit={async (body) => {
          setSaved(null);
          await call(changeAccount, { body });
          await refreshUser();
          setSaved("✅ Your details are saved.");
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="firstName" label="First name" autoComplete="given-name" required />
          <TextField name="lastName" label="Last name" autoComplete="family-name" optional />
        </div>
        <Field label="Email" hint="You sign in with it. It cannot be changed here.">
          {(control) => <TextInput {...control} value={user.email} readOnly />}
        </Field>
        <TextField name="mobileNumber" label="Mobile number" type="tel" autoComplete="tel" required />
        <SubmitButton variant="quiet" className="justify-self-start" pendingLabel="Saving…">
          Save details
        </SubmitButton>
      </Form>
      <StatusMessage message={saved} tone="good" className="mt-1" />
    </Card>
  );
}
