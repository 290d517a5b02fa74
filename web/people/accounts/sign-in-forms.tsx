import {
  passwordSignInSchema,
  resetPassword,
  resetPasswordSchema,
  signinOtpVerify,
  signinPassword,
} from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { call, errorMessage } from "../../api/client.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, useClearFailure } from "../../forms/form.tsx";
import { OneTimeCodeField, PasswordField, sentWhenComplete } from "../../forms/secret-fields.tsx";
import { useCompleteSignIn } from "../../session/require-role.tsx";
import { Button } from "../../ui/button.tsx";
import { AlertDialog } from "../../ui/dialogs.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { accountMessages, emailRequiredMessage } from "./messages.ts";
import { NewPasswordField, resetPasswordField, withPasswordCheck } from "./new-password.tsx";
import { FocusField, FormFooter, ResendCode } from "./one-time-code.tsx";

interface PasswordSignInProps {
  email: string;
  code: SignInMethod;
  reset: SignInMethod;
  /** Called before each attempt: the failures of the other methods are over. */
  onAttempt: () => void;
}

export function PasswordSignIn({ email, code, reset, onAttempt }: PasswordSignInProps) {
  const completeSignIn = useCompleteSignIn();
  return (
    <Form
      label="Sign in"
      defaultValues={{ email, password: "" }}
      resolver={zodResolver(passwordSignInSchema)}
      failureMessage={(error) => errorMessage(error, accountMessages.signin)}
      onSubmit={async (body) => {
        onAttempt();
        completeSignIn(await call(signinPassword, { body }));
      }}
      submitLabel="Sign In"
      pendingLabel="Signing in…"
      footer={<OtherSignInMethods code={code} reset={reset} />}
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" required />
      <PasswordField name="password" label="Password" required />
    </Form>
  );
}

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
      <OneTimeCodeField name="otp" label="Code" required rules={sentWhenComplete} />
      <FocusField name="otp" />
    </Form>
  );
}

export interface SignInMethod {
  start: (email: string) => void;
  pending: boolean;
  failure: string | null;
}

/** Ways to sign in without a password. Both need the address from the form above. */
export function OtherSignInMethods({ code, reset }: { code: SignInMethod; reset: SignInMethod }) {
  const { trigger, getValues } = useFormContext();
  const clearFailure = useClearFailure();
  const typedEmail: unknown = useWatch({ name: "email" });
  const [isEmailPromptOpen, setEmailPromptOpen] = useState(false);
  const reasonId = useId();
  const isEmailMissing = typeof typedEmail !== "string" || typedEmail.trim() === "";
  const buttonProps = {
    inactive: isEmailMissing,
    "aria-describedby": isEmailMissing ? reasonId : undefined,
    onActivateWhileDisabled: () => setEmailPromptOpen(true),
    pendingLabel: "Sending a code…",
    wide: true,
  };

  async function start(method: SignInMethod) {
    clearFailure();
    if (await trigger("email", { shouldFocus: true }))
      method.start(String(getValues("email")).trim().toLowerCase());
  }

  return (
    <FormFooter>
      <div className="grid gap-3 xs:grid-cols-2">
        <Button {...buttonProps} variant="quiet" pending={code.pending} onClick={() => start(code)}>
          Sign in with OTP
        </Button>
        <Button {...buttonProps} variant="ghost" pending={reset.pending} onClick={() => start(reset)}>
          Forgot password?
        </Button>
      </div>
      {isEmailMissing && (
        <p id={reasonId} className="text-center text-sm text-ink-2">
          To use these, enter your email above.
        </p>
      )}
      <StatusMessage message={code.failure ?? reset.failure} tone="bad" />
      <AlertDialog
        open={isEmailPromptOpen}
        title="Email needed"
        message={emailRequiredMessage}
        onClose={() => setEmailPromptOpen(false)}
      />
    </FormFooter>
  );
}

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
