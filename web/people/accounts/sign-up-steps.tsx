import { type Session, signUpFieldsSchema, signupVerify } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { OneTimeCodeField, sentWhenComplete } from "../../forms/secret-fields.tsx";
import { readDraft, removeDraft, visitor, writeDraft } from "../../session/drafts.ts";
import { FormDraft } from "../../session/form-draft.tsx";
import { useCompleteSignIn } from "../../session/require-role.tsx";
import { draftStorage } from "../../session/session-store.ts";
import { Button } from "../../ui/button.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { accountMessages } from "./messages.ts";
import { NewPasswordField, signUpPassword, withPasswordCheck } from "./new-password.tsx";
import { FocusField, ResendCode, type SentOneTimeCode } from "./one-time-code.tsx";

export interface SignUpValues {
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
const resolver = withPasswordCheck<SignUpValues>(zodResolver(signUpFieldsSchema), signUpPassword);
/** Without the password, because a draft is stored in the browser. */
const draftFields = ["firstName", "lastName", "email", "mobileNumber"];

/** Step 1 of 2 of sign-up: names, email, mobile number and password. */
export function AccountStep({ account, isForPractice, onSubmit }: AccountStepProps) {
  return (
    <Form
      label="Create your account"
      defaultValues={{ ...emptyValues, ...account }}
      resolver={resolver}
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
      <NewPasswordField label="Password" newPassword={signUpPassword} />
      <FormDraft name="signup" fields={draftFields} />
    </Form>
  );
}

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
      <OneTimeCodeField name="otp" label="Code" required rules={sentWhenComplete} />
      <FocusField name="otp" />
    </Form>
  );
}

const draftName = "signup-code";

/** A sign-up whose code was mailed. */
export interface PendingSignup extends SentOneTimeCode {
  /** Proves that this browser started the sign-up. The server stores only a hash of it. */
  signupToken: string;
  /** The person has gone to another page since. A reload does not count. */
  isLeft?: boolean;
}

/** Whether this document was opened by a link or an address, and neither reloaded nor gone back to. */
function wasOpenedAnew(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation !== undefined && "type" in navigation && navigation.type === "navigate" && !isSeen;
}

/** This document has shown the page. From then on, leaving it is noticed. */
let isSeen = false;

/** The sign-up whose code was mailed, kept in this tab so that it survives a reload. */
export const pendingSignUp = {
  find(): PendingSignup | null {
    const { email, nextAt, signupToken, isLeft } = readDraft(draftStorage, visitor, draftName) ?? {};
    if (typeof email !== "string" || typeof nextAt !== "number") return null;
    // A draft of an older version of this page has no token; an empty one matches no sign-up.
    return {
      email,
      nextAt,
      signupToken: typeof signupToken === "string" ? signupToken : "",
      isLeft: isLeft === true || wasOpenedAnew(),
    };
  },
  /** Returns what to call when the person goes to another page of the site. */
  markSeen(): () => void {
    isSeen = true;
    return () => {
      const pending = this.find();
      if (pending !== null) this.save({ ...pending, isLeft: true });
    };
  },
  save(pending: PendingSignup): void {
    writeDraft(draftStorage, visitor, draftName, pending);
  },
  clear(): void {
    removeDraft(draftStorage, visitor, draftName);
  },
};
