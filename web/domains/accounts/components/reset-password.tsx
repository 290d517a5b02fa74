import { resetPassword, resetPasswordSchema } from "@greenroom/contract/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { CodeField } from "../../../forms/code-field.tsx";
import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { sentences } from "../sentences.ts";
import { FirstFocus } from "./first-focus.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { ResendCode } from "./resend-code.tsx";

interface ResetPasswordProps {
  email: string;
  /** From the mail's link, empty when it is to be typed. */
  code: string;
  nextAt: number | null;
  pending: boolean;
  failure: string | null;
  onResend: (email: string) => void;
  onDone: (email: string, said: string) => void;
  onCancel: () => void;
}

export function ResetPassword({ email, code, onDone, onCancel, onResend, ...resend }: ResetPasswordProps) {
  return (
    <Form
      label="Reset by mail"
      defaultValues={{ email, otp: code, newPassword: "" }}
      resolver={zodResolver(resetPasswordSchema)}
      failureMessage={(error) => messageOf(error, sentences.verification)}
      onSubmit={async (body) => {
        const { msg } = await call(resetPassword, { body });
        onDone(body.email, msg);
      }}
      submitLabel="Set new password"
      pendingLabel="Setting the password…"
      footer={
        <Resend {...resend} onResend={onResend}>
          <Button look="ghost" size="sm" flush onClick={onCancel}>
            Back to sign in
          </Button>
        </Resend>
      }
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" required />
      <CodeField name="otp" label="Code" required />
      <NewPasswordField name="newPassword" label="New password" />
      <FirstFocus name={email === "" ? "email" : code === "" ? "otp" : "newPassword"} />
    </Form>
  );
}

type ResendProps = Pick<ResetPasswordProps, "nextAt" | "pending" | "failure" | "onResend"> & {
  children: ReactNode;
};

/** The address may still be typed here, so a new code goes to what the field says now. */
function Resend({ onResend, ...rest }: ResendProps) {
  const { trigger, getValues } = useFormContext();
  async function resend() {
    if (await trigger("email", { shouldFocus: true }))
      onResend(String(getValues("email")).trim().toLowerCase());
  }
  return <ResendCode {...rest} onResend={resend} />;
}
