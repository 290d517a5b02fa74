import { forgotPassword, signinOtpStart } from "@greenroom/contract/people/accounts.ts";
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { useHydratedSearch } from "../../../session/next-path.ts";
import { type Notice, NoticeMessage } from "../../../ui/status.tsx";
import { AlreadySignedIn, AuthLayout } from "../auth-layout.tsx";
import { accountMessages } from "../messages.ts";
import { MailboxHint, useOneTimeCode } from "../one-time-code.tsx";
import { OneTimeCodeSignIn, PasswordSignIn, ResetPassword } from "../sign-in-forms.tsx";
import { useBrowserFragment, useResetCode } from "../sign-in-links.ts";

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
    send: (body: { email: string }) => call(signinOtpStart, { body }),
    messages: accountMessages.codeRequest,
    onSent: (sent) => switchMode("code", sent.email),
  });
  const passwordReset = useOneTimeCode({
    send: (body: { email: string }) => call(forgotPassword, { body }),
    messages: accountMessages.resetRequest,
    onSent: (sent) => switchMode("reset", sent.email),
  });
  useBrowserFragment(setNotice);
  useResetCode(
    useCallback((resetCode: string) => {
      setCodeFromLink(resetCode);
      setMode("reset");
    }, []),
  );

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
      {mode === "password" && <AlreadySignedIn />}
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
