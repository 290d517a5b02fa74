import { signUpFieldsSchema } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { FormDraft } from "../../../session/drafts/form-draft.tsx";
import { signUpPassword, withPasswordCheck } from "../auth/new-password.ts";
import { NewPasswordField } from "../auth/new-password-field.tsx";
import { accountMessages } from "../messages.ts";

export interface SignUpValues {
  firstName: string;
  lastName?: string | undefined;
  email: string;
  mobileNumber: string;
  password: string;
}

interface AccountStepProps {
  /**
   * The values that the user typed before returning to change the address; for an invited user only the
   * address. Null: the form is empty.
   */
  account: Partial<SignUpValues> | null;
  isForPractice: boolean;
  onSubmit: (account: SignUpValues) => Promise<void>;
}

const emptyValues: SignUpValues = { firstName: "", lastName: "", email: "", mobileNumber: "", password: "" };
const resolver = withPasswordCheck<SignUpValues>(zodResolver(signUpFieldsSchema), signUpPassword);
/** Without the password, because a draft is stored in the browser. */
const draftFields = ["firstName", "lastName", "email", "mobileNumber"];

/** Step 1 of 2 of sign-up: names, email, mobile number and password. */
export function AccountStep({ account, isForPractice, onSubmit }: AccountStepProps) {
  return (
    <Form
      label="Create your account"
      defaultValues={{ ...emptyValues, ...account }}
      resolver={resolver}
      failureMessage={(error) => errorMessage(error, accountMessages.signup)}
      onSubmit={onSubmit}
      submitLabel="Create account"
      pendingLabel="Sending a code…"
    >
      <div className="grid gap-4 xs:grid-cols-2">
        <TextField name="firstName" label="First name" autoComplete="given-name" required />
        <TextField name="lastName" label="Last name" autoComplete="family-name" optional />
      </div>
      <TextField name="email" label="Email" type="email" autoComplete="email" inputMode="email" required />
      <TextField
        name="mobileNumber"
        label="Mobile number"
        hint={`For payments, and for interviewers whose slots you book.${isForPractice ? " Practice does not use it." : ""}`}
        type="tel"
        autoComplete="tel"
        required
      />
      <NewPasswordField label="Password" newPassword={signUpPassword} />
      <FormDraft name="signup" fields={draftFields} />
    </Form>
  );
}
