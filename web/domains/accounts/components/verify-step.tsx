import { signupVerify } from "@greenroom/contract/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { CodeField } from "../../../forms/code-field.tsx";
import { Form } from "../../../forms/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { sentences } from "../sentences.ts";
import { useEnter } from "../use-enter.ts";
import { FirstFocus } from "./first-focus.tsx";
import { ResendCode } from "./resend-code.tsx";

interface VerifyStepProps {
  email: string;
  nextAt: number;
  pending: boolean;
  failure: string | null;
  onResend: () => void;
  onChangeEmail: () => void;
}

/** Step 1 of sign-up: that the address is one's own. */
export function VerifyStep({ email, onChangeEmail, ...resend }: VerifyStepProps) {
  const enter = useEnter();
  return (
    <Form
      label="Verification"
      defaultValues={{ email, otp: "" }}
      resolver={zodResolver(signupVerify.body)}
      failureMessage={(error) => messageOf(error, sentences.verification)}
      onSubmit={async (body) => enter(await call(signupVerify, { body }))}
      submitLabel="Verify OTP"
      pendingLabel="Checking the code…"
      footer={
        <ResendCode {...resend}>
          <Button look="ghost" size="sm" flush onClick={onChangeEmail}>
            Change email
          </Button>
        </ResendCode>
      }
    >
      <CodeField name="otp" label="Code" required />
      <FirstFocus name="otp" />
    </Form>
  );
}
