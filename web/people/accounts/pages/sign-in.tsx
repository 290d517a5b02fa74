import { type ReactNode, useCallback, useEffect, useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router";
import { call, errorMessage } from "../../../api/client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form, lateResolver, useClearFailure } from "../../../forms/form.tsx";
import { OneTimeCodeField, PasswordField, sentWhenComplete } from "../../../forms/secret-fields.tsx";
import { paths } from "../../../paths.ts";
import { sameOriginPath, useHydratedSearch } from "../../../session/next-path.ts";
import { rememberNext } from "../../../session/remembered-next.ts";
import { useCompleteSignIn } from "../../../session/require-role.tsx";
import { Button } from "../../../ui/button.tsx";
import { AlertDialog } from "../../../ui/dialogs.tsx";
import { Field, TextInput } from "../../../ui/fields.tsx";
import { type Notice, NoticeMessage, StatusMessage, withSign } from "../../../ui/status.tsx";
import { AlreadySignedIn, AuthLayout } from "../auth-layout.tsx";
import { accountMessages, emailRequiredMessage } from "../messages.ts";
import { NewPasswordField } from "../new-password.tsx";
import { FocusField, FormFooter, MailboxHint, ResendCode, useOneTimeCode } from "../one-time-code.tsx";

const signInResolver = lateResolver(async () => (await import("../resolvers.ts")).signInResolver);
const codeResolver = lateResolver(async () => (await import("../resolvers.ts")).signInCodeResolver);
const resetResolver = lateResolver(async () => (await import("../resolvers.ts")).resetPasswordResolver);

export const meta = () => pageMeta("Sign in");

const titles = { password: "Sign in", code: "Enter your code", reset: "Set a new password" };

export default function SignIn() {
  const [mode, setMode] = useState<keyof typeof titles>("password");
  const [email, setEmail] = useState("");
  const [codeFromLink, setCodeFromLink] = useState("");
  const [notice, setNotice] = useState<Notice | null>(null);
  const search = useHydratedSearch();

  const switchMode = (next: keyof typeof titles, address: string) => {
    setEmail(address);
    setNotice(null);
    setMode(next);
  };
  const oneTimeCode = useOneTimeCode({
    send: (body: { email: string }) => call("POST /api/auth/signin-otp-start", { body }),
    messages: accountMessages.codeRequest,
    onSent: (sent) => switchMode("code", sent.email),
  });
  const passwordReset = useOneTimeCode({
    send: (body: { email: string }) => call("POST /api/auth/forgot-password", { body }),
    messages: accountMessages.resetRequest,
    onSent: (sent) => {
      // The mail's link opens another tab.
      const next = sameOriginPath(new URLSearchParams(search).get("next"));
      if (next !== null) rememberNext(next);
      switchMode("reset", sent.email);
    },
  });
  // Makes this browser known to an account by the link of a mail.
  const recognize = useCallback((token: string) => {
    call("POST /api/auth/recognize-browser", { body: { token } }).then(
      ({ msg }) => setNotice({ message: withSign("✅", msg), tone: "good" }),
      (error: unknown) =>
        setNotice({ message: withSign("❌", errorMessage(error, accountMessages.recognition)), tone: "bad" }),
    );
  }, []);
  const reset = useCallback((resetCode: string) => {
    if (!/^\d{6}$/.test(resetCode)) return;
    setCodeFromLink(resetCode);
    setMode("reset");
  }, []);
  useFragment("browser", recognize);
  useFragment("reset", reset);

  function clearFailures() {
    oneTimeCode.clearFailure();
    passwordReset.clearFailure();
  }

  /** Continues with the code that was already sent, or requests one; clears earlier errors. */
  function startMethod(codeRequest: typeof oneTimeCode, next: "code" | "reset", to: string) {
    clearFailures();
    if (codeRequest.findPending(to)) switchMode(next, to);
    else codeRequest.request({ email: to });
  }

  return (
    <AuthLayout
      step={mode}
      title={titles[mode]}
      detail={mode === "code" ? oneTimeCode.message : mode === "reset" ? passwordReset.message : undefined}
      aside={
        <>
          New here?{" "}
          <Link to={{ pathname: paths.signUp, search }} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {mode !== "reset" && <AlreadySignedIn />}
      <NoticeMessage notice={notice} className="mb-5" />
      {mode === "password" && (
        <PasswordSignIn
          email={email}
          onAttempt={clearFailures}
          code={{ ...oneTimeCode, start: (to) => startMethod(oneTimeCode, "code", to) }}
          reset={{ ...passwordReset, start: (to) => startMethod(passwordReset, "reset", to) }}
        />
      )}
      {mode === "code" && (
        <OneTimeCodeSignIn
          email={email}
          nextAt={oneTimeCode.sent?.nextAt ?? null}
          pending={oneTimeCode.pending}
          failure={oneTimeCode.failure}
          onResend={() => oneTimeCode.request({ email })}
          onUsePassword={() => setMode("password")}
        />
      )}
      {mode === "reset" && (
        <ResetPassword
          key={codeFromLink}
          email={email}
          code={codeFromLink}
          nextAt={passwordReset.sent?.nextAt ?? null}
          pending={passwordReset.pending}
          failure={passwordReset.failure}
          onResend={(to) => passwordReset.request({ email: to })}
          onCancel={() => setMode("password")}
          onDone={(address, message) => {
            switchMode("password", address);
            setCodeFromLink("");
            setNotice({ message: `✅ ${message}`, tone: "good" });
          }}
        />
      )}
      {mode !== "password" && <MailboxHint />}
    </AuthLayout>
  );
}

interface PasswordSignInProps {
  email: string;
  code: SignInMethod;
  reset: SignInMethod;
  /** Called before each attempt: the failures of the other methods are over. */
  onAttempt: () => void;
}

function PasswordSignIn({ email, code, reset, onAttempt }: PasswordSignInProps) {
  const completeSignIn = useCompleteSignIn();
  return (
    <Form
      label="Sign in"
      defaultValues={{ email, password: "" }}
      resolver={signInResolver}
      failureMessage={(error) => errorMessage(error, accountMessages.signin)}
      onSubmit={async (body) => {
        onAttempt();
        completeSignIn(await call("POST /api/auth/signin-password", { body }));
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

function OneTimeCodeSignIn({ email, onUsePassword, ...resend }: OneTimeCodeSignInProps) {
  const completeSignIn = useCompleteSignIn();
  return (
    <Form
      label="One-time sign-in"
      defaultValues={{ email, otp: "" }}
      resolver={codeResolver}
      failureMessage={(error) => errorMessage(error, accountMessages.verification)}
      onSubmit={async (body) => completeSignIn(await call("POST /api/auth/signin-otp-verify", { body }))}
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

interface SignInMethod {
  start: (email: string) => void;
  pending: boolean;
  failure: string | null;
}

/** Ways to sign in without a password. Both need the address from the form above. */
function OtherSignInMethods({ code, reset }: { code: SignInMethod; reset: SignInMethod }) {
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

function ResetPassword({ email, code, onDone, onCancel, onResend, ...resend }: ResetPasswordProps) {
  return (
    <Form
      label="Account recovery"
      defaultValues={{ email, otp: code, newPassword: "" }}
      resolver={resetResolver}
      failureMessage={(error) => errorMessage(error, accountMessages.verification)}
      onSubmit={async (body) => {
        const { msg } = await call("POST /api/auth/reset-password", { body });
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
      <NewPasswordField name="newPassword" label="New password" />
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

/** The parameter of this name in the address's fragment, which is then removed from the address bar and the history. */
function useFragment(name: string, onFound: (value: string) => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const value = new URLSearchParams(hash.replace(/^#/, "")).get(name);
    if (value === null) return;
    onFound(value);
    void navigate({ pathname, search, hash: "" }, { replace: true });
  }, [name, onFound, hash, pathname, search, navigate]);
}
