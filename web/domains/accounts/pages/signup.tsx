import { signupStart } from "@greenroom/contract/accounts.ts";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { paths } from "../../../paths.ts";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { type Account, AccountStep } from "../components/account-step.tsx";
import { AlreadySignedIn } from "../components/already-signed-in.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";
import { MailboxHint } from "../components/mailbox-hint.tsx";
import { VerifyStep } from "../components/verify-step.tsx";
import { pendingSignup } from "../pending-signup.ts";
import { sentences } from "../sentences.ts";
import { useCarriedSearch } from "../use-carried-search.ts";
import { type SentCode, useCodeRequest } from "../use-code-request.ts";
import { useInvitedAddress } from "../use-invited-address.ts";

export const meta = () => pageMeta("Get started", "Create your account and book your first mock interview.");

const passwordAgain =
  "Please enter your password again: it is not kept over a reload. Then we send a new code.";

export default function SignUp() {
  /** Held in memory only: it has the password in it, which a new code needs. */
  const [account, setAccount] = useState<Account | null>(null);
  const [verifying, setVerifying] = useState<SentCode | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const search = useCarriedSearch();
  const invited = useInvitedAddress();
  const code = useCodeRequest({
    send: (body: Account) => call(signupStart, { body }),
    sentences: sentences.signup,
    onSent: (sent) => {
      pendingSignup.keep(sent);
      setVerifying(sent);
    },
  });

  useEffect(() => setVerifying(pendingSignup.find()), []);

  async function start(given: Account) {
    setNotice(null);
    const pending = code.findPending(given.email);
    if (pending && JSON.stringify(given) === JSON.stringify(account)) {
      pendingSignup.keep(pending);
      setVerifying(pending);
      return;
    }
    await code.requestAsync(given);
    setAccount(given);
  }

  function backToAccount(why: string | null) {
    pendingSignup.forget();
    code.forgetFailure();
    setNotice(why);
    setVerifying(null);
  }

  return (
    <AuthFrame
      title={verifying ? "Check your mail" : "Create your account"}
      detail={
        <>
          {verifying ? (
            <>
              Enter the 6-digit code that we sent to <b className="break-all">{verifying.email}</b>.
            </>
          ) : (
            "A code by mail, and you can book your first mock interview."
          )}
          <span className="sr-only">Step {verifying ? 2 : 1} of 2</span>
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
      <StatusMessage message={notice} className="mb-5" />
      {verifying ? (
        <VerifyStep
          email={verifying.email}
          nextAt={code.sent?.nextAt ?? verifying.nextAt}
          pending={code.pending}
          failure={code.failure}
          onResend={() => (account ? code.request(account) : backToAccount(passwordAgain))}
          onChangeEmail={() => backToAccount(null)}
        />
      ) : (
        <AccountStep
          key={invited}
          account={account ?? (invited === null ? null : { email: invited })}
          onSubmit={start}
        />
      )}
      {verifying && <MailboxHint />}
    </AuthFrame>
  );
}
