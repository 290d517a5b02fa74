import { resetPassword, resetPasswordSchema } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { OneTimeCodeField } from "../../../forms/one-time-code-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { FocusField } from "../auth/focus-field.tsx";
import { resetPasswordField, withPasswordCheck } from "../auth/new-password.ts";
import { NewPasswordField } from "../auth/new-password-field.tsx";
import { ResendCode } from "../auth/resend-code.tsx";
import { accountMessages } from "../messages.ts";

interface ResetPasswordProps {
  email: string;
  /** From the mail's link; empty when the user must type it. */
  code: string;
  nextAt: number | null;
  pending: boolean;
  failure: string | null;
  onResend: (email: string) => void;
  onDone: (email: string, message: string) => void;
  onCancel: () => void;
}

const resolver = withPasswordCheck(zodResolver(resetPasswordSchema), resetPasswordField);

export function ResetPassword({ email, code, onDone, onCancel, onResend, ...resend }: ResetPasswordProps) {
  return (
    <Form
      label="Account recovery"
      defaultValues={{ email, otp: code, newPassword: "" }}
      resolver={resolver}
      failureMessage={(error) => errorMessage(error, accountMessages.verification)}
      onSubmit={async (body) => {
        const { msg } = await call(resetPassword, { body });
        onDone(body.email, msg);
      }}
      submitLabel="Set new password"
      pendingLabel="Setting the password…"
      footer={
        <ResendToTypedEmail {...resend} onResend={onResend}>
          <Button variant="ghost" size="sm" flush onClick={onCancel}>
            Back to sign in
          </Button>
        </ResendToTypedEmail>
      }
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" required />
      <OneTimeCodeField name="otp" label="Code" required />
      <NewPasswordField label="New password" newPassword={resetPasswordField} />
      <FocusField name={email === "" ? "email" : code === "" ? "otp" : "newPassword"} />
    </Form>
  );
}

type ResendToTypedEmailProps = Pick<ResetPasswordProps, "nextAt" | "pending" | "failure" | "onResend"> & {
  children: ReactNode;
};

/** The address can still be edited here, so a new code goes to the field's current value. */
function ResendToTypedEmail({ onResend, ...rest }: ResendToTypedEmailProps) {
  const { trigger, getValues } = useFormContext();
  async function resend() {
    if (await trigger("email", { shouldFocus: true }))
      onResend(String(getValues("email")).trim().toLowerCase());
  }
  return <ResendCode {...rest} onResend={resend} />;
}
