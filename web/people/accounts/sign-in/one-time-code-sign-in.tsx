import { signinOtpVerify } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { OneTimeCodeField } from "../../../forms/one-time-code-field.tsx";
import { useCompleteSignIn } from "../../../session/use-complete-sign-in.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { FocusField } from "../auth/focus-field.tsx";
import { ResendCode } from "../auth/resend-code.tsx";
import { accountMessages } from "../messages.ts";

interface OneTimeCodeSignInProps {
  email: string;
  /** When another code can be requested, in milliseconds since 1970; null before the first. */
  nextAt: number | null;
  pending: boolean;
  failure: string | null;
  onResend: () => void;
  onUsePassword: () => void;
}

export function OneTimeCodeSignIn({ email, onUsePassword, ...resend }: OneTimeCodeSignInProps) {
  const completeSignIn = useCompleteSignIn();
  return (
    <Form
      label="One-time sign-in"
      defaultValues={{ email, otp: "" }}
      resolver={zodResolver(signinOtpVerify.body)}
      failureMessage={(error) => errorMessage(error, accountMessages.verification)}
      onSubmit={async (body) => completeSignIn(await call(signinOtpVerify, { body }))}
      submitLabel="Verify OTP"
      pendingLabel="Checking the code…"
      footer={
        <ResendCode {...resend}>
          <Button variant="ghost" size="sm" flush onClick={onUsePassword}>
            Use Password Instead
          </Button>
        </ResendCode>
      }
    >
      <Field label="Email">
        {(control) => <TextInput {...control} type="email" value={email} readOnly disabled />}
      </Field>
      <OneTimeCodeField name="otp" label="Code" required />
      <FocusField name="otp" />
    </Form>
  );
}
