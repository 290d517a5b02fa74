import { signupStart } from "@greenroom/contract/people/accounts.ts";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { call } from "../../../api/client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { sameOriginPath, useHydratedSearch } from "../../../session/next-path.ts";
import { browserTimeZone } from "../../../session/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { BreakableAddress } from "../../../ui/content.tsx";
import { StatusMessage } from "../../../ui/status.tsx";
import { AlreadySignedIn, AuthLayout } from "../auth-layout.tsx";
import { accountMessages } from "../messages.ts";
import { MailboxHint, useOneTimeCode } from "../one-time-code.tsx";
import {
  AccountStep,
  type PendingSignup,
  pendingSignUp,
  type SignUpValues,
  VerifyEmailStep,
} from "../sign-up-steps.tsx";

export const meta = () =>
  pageMeta("Get started", "Create your account: practice alone for free, or book a mock interview.");

const passwordNeededMessage =
  "Please enter your password again: we don't keep it when the page reloads. Then we'll send a new code.";

const nextSteps = {
  any: "Then you can practice alone for free, or choose a plan and book a mock interview.",
  practice: "Then you can practice: it is free, and you need no plan.",
  invited: "Then you can answer your invitation.",
};

/** Whether the user came from a page of practice, to which they return. */
function isPractice(next: string | null): boolean {
  return /^\/practice(?=[/?#]|$)/.test(sameOriginPath(next) ?? "");
}

export default function SignUp() {
  /** Kept in memory only, because it contains the password, which a new code needs. */
  const [values, setValues] = useState<SignUpValues | null>(null);
  const [sentCode, setSentCode] = useState<PendingSignup | null>(null);
  /** The last sign-up, for returning to it without changes to the form. */
  const latest = useRef<PendingSignup | null>(null);
  /** A sign-up that was left for another page, to go on with. */
  const [left, setLeft] = useState<PendingSignup | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const search = useHydratedSearch();
  const invitedEmail = useInvitedEmail();
  const isForPractice = isPractice(new URLSearchParams(search).get("next"));
  const nextStep = invitedEmail !== null ? nextSteps.invited : nextSteps[isForPractice ? "practice" : "any"];
  const oneTimeCode = useOneTimeCode({
    send: (body: SignUpValues) => call(signupStart, { body, timeZone: browserTimeZone() }),
    messages: accountMessages.signup,
    onSent: (sent, { signupToken }) => verify({ ...sent, signupToken }),
  });

  useEffect(() => {
    const pending = pendingSignUp.find();
    // Somebody else may have opened the page now, or the address was mistyped and the person starts again.
    if (pending?.isLeft) setLeft(pending);
    else setSentCode(pending);
    return pendingSignUp.markSeen();
  }, []);

  function verify(pending: PendingSignup) {
    latest.current = pending;
    pendingSignUp.save(pending);
    setSentCode(pending);
  }

  async function start(submitted: SignUpValues) {
    setNotice(null);
    const pending = oneTimeCode.findPending(submitted.email);
    if (pending && latest.current && JSON.stringify(submitted) === JSON.stringify(values)) {
      verify({ ...latest.current, ...pending });
      return;
    }
    await oneTimeCode.requestAsync(submitted);
    setValues(submitted);
  }

  function backToAccount(reason: string | null) {
    pendingSignUp.clear();
    oneTimeCode.clearFailure();
    setNotice(reason);
    setSentCode(null);
  }

  return (
    <AuthLayout
      step={sentCode ? "code" : "account"}
      title={sentCode ? "Check your email" : "Create your account"}
      detail={
        <>
          {sentCode ? (
            <span key="code">
              Enter the 6-digit code we sent to{" "}
              <b>
                <BreakableAddress>{sentCode.email}</BreakableAddress>
              </b>
              .
            </span>
          ) : (
            <span key="account">{`We'll email you a code. ${nextStep}`}</span>
          )}
          <span className="sr-only">Step {sentCode ? 2 : 1} of 2</span>
        </>
      }
      aside={
        <>
          Have an account?{" "}
          <Link to={{ pathname: paths.signIn, search }} className="link">
            Sign in
          </Link>
        </>
      }
    >
      <AlreadySignedIn />
      <StatusMessage message={notice} tone="wait" className="mb-5" />
      {left !== null && sentCode === null && (
        <div className="mb-5 grid justify-items-start gap-2">
          <p>
            We sent a code to{" "}
            <b>
              <BreakableAddress>{left.email}</BreakableAddress>
            </b>
            .
          </p>
          <Button variant="quiet" size="sm" onClick={() => verify({ ...left, isLeft: false })}>
            Enter the code
          </Button>
        </div>
      )}
      {sentCode ? (
        <VerifyEmailStep
          email={sentCode.email}
          signupToken={sentCode.signupToken}
          nextAt={oneTimeCode.sent?.nextAt ?? sentCode.nextAt}
          pending={oneTimeCode.pending}
          failure={oneTimeCode.failure}
          onResend={() => (values ? oneTimeCode.request(values) : backToAccount(passwordNeededMessage))}
          onChangeEmail={() => backToAccount(null)}
        />
      ) : (
        <AccountStep
          key={invitedEmail}
          account={values ?? (invitedEmail === null ? null : { email: invitedEmail })}
          isForPractice={isForPractice}
          onSubmit={start}
        />
      )}
      {sentCode && <MailboxHint />}
    </AuthLayout>
  );
}

/**
 * The address in `#invited=<address>`, with which an invitation's link fills in the form; null without one.
 */
function useInvitedEmail(): string | null {
  const { hash } = useLocation();
  const [email, setEmail] = useState<string | null>(null);
  // Only the browser sees a fragment, so the prerendered page is drawn without it first.
  useEffect(() => setEmail(new URLSearchParams(hash.replace(/^#/, "")).get("invited")), [hash]);
  return email;
}
