import { signupFieldsSchema } from "@greenroom/contract/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { FormDraft } from "../form-draft.tsx";
import { sentences } from "../sentences.ts";
import { NewPasswordField } from "./new-password-field.tsx";

export interface Account {
  firstName: string;
  lastName?: string | undefined;
  email: string;
  mobileNumber: string;
  password: string;
}

interface AccountStepProps {
  /** What was typed before, when one comes back to change the address; the address alone of whoever was invited. */
  account: Partial<Account> | null;
  onSubmit: (account: Account) => Promise<void>;
}

const blank: Account = { firstName: "", lastName: "", email: "", mobileNumber: "", password: "" };
const keptFields = ["firstName", "lastName", "email", "mobileNumber"];

/** Step 0 of sign-up: who one is. */
export function AccountStep({ account, onSubmit }: AccountStepProps) {
  return (
    <Form
      label="Create your account"
      defaultValues={{ ...blank, ...account }}
      resolver={zodResolver(signupFieldsSchema)}
      failureMessage={(error) => messageOf(error, sentences.signup)}
      onSubmit={onSubmit}
      submitLabel="Create account"
      pendingLabel="Sending a code…"
    >
      <div className="grid gap-4 xs:grid-cols-2">
        <TextField name="firstName" label="First name" autoComplete="given-name" required />
        <TextField name="lastName" label="Last name" autoComplete="family-name" optional />
      </div>
      <TextField name="email" label="Email" type="email" autoComplete="email" inputMode="email" required />
      <TextField name="mobileNumber" label="Mobile number" type="tel" autoComplete="tel" required />
      <NewPasswordField name="password" label="Password" />
      <FormDraft name="signup" fields={keptFields} />
    </Form>
  );
}
