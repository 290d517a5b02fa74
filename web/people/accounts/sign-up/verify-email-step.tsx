import { type Session, signupVerify } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { OneTimeCodeField } from "../../../forms/one-time-code-field.tsx";
import { useCompleteSignIn } from "../../../session/use-complete-sign-in.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { FocusField } from "../auth/focus-field.tsx";
import { ResendCode } from "../auth/resend-code.tsx";
import { accountMessages } from "../messages.ts";

/** The typed values; the token is added when they are sent. */
const typedSchema = signupVerify.body.omit({ signupToken: true });

interface VerifyEmailStepProps {
  email: string;
  signupToken: string;
  nextAt: number;
  pending: boolean;
  failure: string | null;
  onResend: () => void;
  onChangeEmail: () => void;
}

/** Step 2 of 2 of sign-up: proves that the address belongs to the user. */
export function VerifyEmailStep({ email, signupToken, onChangeEmail, ...resend }: VerifyEmailStepProps) {
  const completeSignIn = useCompleteSignIn();
  const [unprotected, setUnprotected] = useState<{ session: Session; msg: string } | null>(null);
  if (unprotected)
    return (
      <div className="grid gap-5">
        <StatusMessage message={unprotected.msg} tone="wait" />
        <Button onClick={() => completeSignIn(unprotected.session)}>Go to your dashboard</Button>
      </div>
    );
  return (
    <Form
      label="Verification"
      defaultValues={{ email, otp: "" }}
      resolver={zodResolver(typedSchema)}
      failureMessage={(error) => errorMessage(error, accountMessages.verification)}
      onSubmit={async (body) => {
        const { msg, ...session } = await call(signupVerify, { body: { ...body, signupToken } });
        if (msg === undefined) completeSignIn(session);
        else setUnprotected({ session, msg });
      }}
      submitLabel="Verify OTP"
      pendingLabel="Checking the code…"
      footer={
        <ResendCode {...resend}>
          <Button variant="ghost" size="sm" flush onClick={onChangeEmail}>
            Change email
          </Button>
        </ResendCode>
      }
    >
      <OneTimeCodeField name="otp" label="Code" required />
      <FocusField name="otp" />
    </Form>
  );
}
