import { forgotPassword, signinOtpStart } from "@greenroom/contract/accounts.ts";
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { paths } from "../../../paths.ts";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { AlreadySignedIn } from "../components/already-signed-in.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";
import { CodeSignin } from "../components/code-signin.tsx";
import { MailboxHint } from "../components/mailbox-hint.tsx";
import { PasswordSignin } from "../components/password-signin.tsx";
import { ResetPassword } from "../components/reset-password.tsx";
import { sentences } from "../sentences.ts";
import { useCarriedSearch } from "../use-carried-search.ts";
import { useCodeRequest } from "../use-code-request.ts";
import { useResetFragment } from "../use-reset-fragment.ts";

export const meta = () => pageMeta("Sign in");

const titles = { password: "Sign in", code: "Enter your code", reset: "Set a new password" };

export default function SignIn() {
  const [mode, setMode] = useState<keyof typeof titles>("password");
  const [email, setEmail] = useState("");
  const [linkCode, setLinkCode] = useState("");
  const [done, setDone] = useState<string | null>(null);
  const search = useCarriedSearch();

  const enterMode = (next: keyof typeof titles, address: string) => {
    setEmail(address);
    setDone(null);
    setMode(next);
  };
  const code = useCodeRequest({
    send: (body: { email: string }) => call(signinOtpStart, { body }),
    sentences: sentences.codeRequest,
    onSent: (sent) => enterMode("code", sent.email),
  });
  const reset = useCodeRequest({
    send: (body: { email: string }) => call(forgotPassword, { body }),
    sentences: sentences.resetRequest,
    onSent: (sent) => enterMode("reset", sent.email),
  });
  useResetFragment(
    useCallback((given: string) => {
      setLinkCode(given);
      setMode("reset");
    }, []),
  );

  /** Goes to the code that is on its way already, or asks for one; what failed before is no longer of interest. */
  function start(way: typeof code, next: "code" | "reset", to: string) {
    code.forgetFailure();
    reset.forgetFailure();
    if (way.findPending(to)) enterMode(next, to);
    else way.request({ email: to });
  }

  return (
    <AuthFrame
      title={titles[mode]}
      detail={mode === "code" ? code.said : mode === "reset" ? reset.said : undefined}
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
      <StatusMessage message={done} className="mb-5" />
      {mode === "password" && (
        <PasswordSignin
          email={email}
          code={{ ...code, start: (to) => start(code, "code", to) }}
          reset={{ ...reset, start: (to) => start(reset, "reset", to) }}
        />
      )}
      {mode === "code" && (
        <CodeSignin
          email={email}
          nextAt={code.sent?.nextAt ?? null}
          pending={code.pending}
          failure={code.failure}
          onResend={() => code.request({ email })}
          onUsePassword={() => setMode("password")}
        />
      )}
      {mode === "reset" && (
        <ResetPassword
          key={linkCode}
          email={email}
          code={linkCode}
          nextAt={reset.sent?.nextAt ?? null}
          pending={reset.pending}
          failure={reset.failure}
          onResend={(to) => reset.request({ email: to })}
          onCancel={() => setMode("password")}
          onDone={(address, said) => {
            enterMode("password", address);
            setLinkCode("");
            setDone(`✅ ${said}`);
          }}
        />
      )}
      {mode !== "password" && <MailboxHint />}
    </AuthFrame>
  );
}
