import type { Session } from "@greenroom/contract/people/accounts.ts";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { call, errorMessage } from "../../../api/client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { TextField } from "../../../forms/fields.tsx";
import { Form, lateResolver } from "../../../forms/form.tsx";
import { OneTimeCodeField, sentWhenComplete } from "../../../forms/secret-fields.tsx";
import { paths } from "../../../paths.ts";
import { readDraft, removeDraft, visitor, writeDraft } from "../../../session/drafts.ts";
import { FormDraft } from "../../../session/form-draft.tsx";
import { sameOriginPath, useHydratedSearch } from "../../../session/next-path.ts";
import { rememberNext } from "../../../session/remembered-next.ts";
import { useCompleteSignIn } from "../../../session/require-role.tsx";
import { browserTimeZone } from "../../../session/session.tsx";
import { draftStorage } from "../../../session/session-store.ts";
import { Button } from "../../../ui/button.tsx";
import { BreakableAddress } from "../../../ui/content.tsx";
import { StatusMessage } from "../../../ui/status.tsx";
import { AlreadySignedIn, AuthLayout } from "../auth-layout.tsx";
import { accountMessages } from "../messages.ts";
import { NewPasswordField } from "../new-password.tsx";
import {
  FocusField,
  MailboxHint,
  ResendCode,
  type SentOneTimeCode,
  useOneTimeCode,
} from "../one-time-code.tsx";

const signUpResolver = lateResolver(async () => (await import("../resolvers.ts")).signUpResolver);
const codeResolver = lateResolver(async () => (await import("../resolvers.ts")).signUpCodeResolver);

export const meta = () =>
  pageMeta("Get started", "Create your account: practice alone for free, or book a mock interview.");

const passwordNeededMessage =
  "Please enter your password again: we don't keep it when the page reloads. Then we'll send a new code.";

const nextSteps = {
  any: "Then you can practice alone for free, or choose a plan and book a mock interview.",
  practice: "Then you can practice: it is free, and you need no plan.",
  slot: "Then you pay, and your interview is booked.",
  invited: "Then you can answer your invitation.",
};

/** Whether the user came from a page of practice, to which they return. */
function isPractice(next: string | null): boolean {
  return /^\/practice(?=[/?#]|$)/.test(next ?? "");
}

export default function SignUp() {
  /** Kept in memory only, because it contains the password, which a new code needs. */
  const [values, setValues] = useState<SignUpValues | null>(null);
  const [sentCode, setSentCode] = useState<PendingSignup | null>(null);
  /** The last sign-up, for returning to it without changes to the form. */
  const latest = useRef<PendingSignup | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const search = useHydratedSearch();
  const invitedEmail = useInvitedEmail();
  const next = sameOriginPath(new URLSearchParams(search).get("next"));
  const isForPractice = isPractice(next);
  const isForSlot = /^\/pricing\?.*\bslot=/.test(sameOriginPath(next) ?? "");
  const ownStep = isForPractice ? "practice" : isForSlot ? "slot" : "any";
  const nextStep = nextSteps[invitedEmail === null ? ownStep : "invited"];
  const oneTimeCode = useOneTimeCode({
    send: (body: SignUpValues) => call("POST /api/auth/signup-start", { body, timeZone: browserTimeZone() }),
    messages: accountMessages.signup,
    onSent: (sent, { signupToken }) => verify({ ...sent, signupToken }),
  });

  // Only the browser knows it, so the prerendered page is drawn without it first.
  useEffect(() => setSentCode(pendingSignUp.find()), []);

  function verify(pending: PendingSignup) {
    // The code may be entered in another tab.
    if (next !== null) rememberNext(next);
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

interface SignUpValues {
  firstName: string;
  lastName?: string | undefined;
  email: string;
  mobileNumber: string;
  password: string;
}

interface AccountStepProps {
  /**
   * The values that the user typed before returning to change the address; for an invited user only the
   * address. Null: the form is empty.
   */
  account: Partial<SignUpValues> | null;
  isForPractice: boolean;
  onSubmit: (account: SignUpValues) => Promise<void>;
}

const emptyValues: SignUpValues = { firstName: "", lastName: "", email: "", mobileNumber: "", password: "" };
/** Without the password, because a draft is stored in the browser. */
const draftFields = ["firstName", "lastName", "email", "mobileNumber"];

/** Step 1 of 2 of sign-up: names, email, mobile number and password. */
function AccountStep({ account, isForPractice, onSubmit }: AccountStepProps) {
  return (
    <Form
      label="Create your account"
      defaultValues={{ ...emptyValues, ...account }}
      resolver={signUpResolver}
      failureMessage={(error) => errorMessage(error, accountMessages.signup)}
      onSubmit={onSubmit}
      submitLabel="Create account"
      pendingLabel="Sending a code…"
    >
      <div className="grid gap-4 xs:grid-cols-2">
        <TextField name="firstName" label="First name" autoComplete="given-name" required />
        <TextField name="lastName" label="Last name" autoComplete="family-name" optional />
      </div>
      <TextField name="email" label="Email" type="email" autoComplete="email" inputMode="email" required />
      <TextField
        name="mobileNumber"
        label="Mobile number"
        hint={`So we can reach you about an interview.${isForPractice ? " Practice does not use it." : ""}`}
        type="tel"
        autoComplete="tel"
        required
      />
      <NewPasswordField name="password" label="Password" />
      <FormDraft name="signup" fields={draftFields} />
    </Form>
  );
}

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
function VerifyEmailStep({ email, signupToken, onChangeEmail, ...resend }: VerifyEmailStepProps) {
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
      resolver={codeResolver}
      failureMessage={(error) => errorMessage(error, accountMessages.verification)}
      onSubmit={async (body) => {
        const { msg, ...session } = await call("POST /api/auth/signup-verify", {
          body: { ...body, signupToken },
        });
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
      <OneTimeCodeField name="otp" label="Code" required rules={sentWhenComplete} />
      <FocusField name="otp" />
    </Form>
  );
}

const draftName = "signup-code";

/** A sign-up whose code was mailed. */
interface PendingSignup extends SentOneTimeCode {
  /** Proves that this browser started the sign-up. The server stores only a hash of it. */
  signupToken: string;
}

/** The sign-up whose code was mailed, kept in this tab so that it survives a reload. */
export const pendingSignUp = {
  find(): PendingSignup | null {
    const { email, nextAt, signupToken } = readDraft(draftStorage, visitor, draftName) ?? {};
    if (typeof email !== "string" || typeof nextAt !== "number" || typeof signupToken !== "string")
      return null;
    return { email, nextAt, signupToken };
  },
  save(pending: PendingSignup): void {
    writeDraft(draftStorage, visitor, draftName, pending);
  },
  clear(): void {
    removeDraft(draftStorage, visitor, draftName);
  },
};
