import {
  deleteAccount,
  deleteAccountSchema,
  getDeletionTerms,
  startDeletion,
} from "@greenroom/contract/privacy.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { CodeField } from "../../../forms/code-field.tsx";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { sentences } from "../sentences.ts";
import { useSession, useUser } from "../session.tsx";
import { MailboxHint } from "./mailbox-hint.tsx";

/** How long the last words stand before the sign-out. */
const farewellMilliseconds = 2000;

/** Deleting the account: first what it means, then the mailed code, then it is gone. */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [codeSaid, setCodeSaid] = useState<string | null>(null);
  const [farewell, setFarewell] = useState<string | null>(null);

  function leave() {
    signOut({ endedByServer: true });
    void navigate(paths.signIn);
  }

  return (
    <Modal open title="Delete my account" onClose={onClose}>
      {codeSaid === null ? (
        <Terms onClose={onClose} onCodeSent={setCodeSaid} />
      ) : (
        <Form
          label="Delete my account"
          defaultValues={{ otp: "" }}
          resolver={zodResolver(deleteAccountSchema)}
          failureMessage={(error) => messageOf(error, sentences.deletion)}
          onSubmit={async (body) => {
            const { msg } = await call(deleteAccount, { body });
            setFarewell(`✅ ${msg}`);
            // Not bound to this screen: the server has ended the session, wherever one goes until then.
            setTimeout(leave, farewellMilliseconds);
          }}
        >
          <p className="text-ink-2">{codeSaid}</p>
          <CodeField name="otp" label="Code" required />
          <MailboxHint />
          <StatusMessage message={farewell} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="quiet" onClick={onClose}>
              Keep my account
            </Button>
            <SubmitButton look="danger" inactive={farewell !== null} pendingLabel="Deleting…">
              Delete for good
            </SubmitButton>
          </div>
        </Form>
      )}
    </Modal>
  );
}

/** Where upcoming interviews stand, each with its button to cancel it. */
function ToInterviews({ count }: { count: number }) {
  const { role } = useUser();
  return (
    <Link
      to={role === "interviewer" ? paths.calendar : paths.booking}
      className="link mt-2 inline-flex min-h-6 items-center"
    >
      Go to your upcoming interview{count > 1 && "s"}
    </Link>
  );
}

interface TermsProps {
  onClose: () => void;
  onCodeSent: (said: string) => void;
}

function Terms({ onClose, onCodeSent }: TermsProps) {
  const terms = useQuery({ ...queryOf(getDeletionTerms), staleTime: 0 });
  const start = useMutation({
    mutationFn: () => call(startDeletion),
    onSuccess: ({ msg }) => onCodeSent(msg),
  });
  if (terms.isPending) return <LoadingLines label="Looking what stands…" lines={4} />;
  if (terms.isError) {
    return (
      <ErrorState
        message={messageOf(terms.error, sentences.deletion)}
        onRetry={() => terms.refetch()}
        retrying={terms.isFetching}
      />
    );
  }
  const { blockers, upcomingInterviews, consequences } = terms.data;
  return (
    <div className="grid gap-5">
      {blockers.length > 0 && (
        <div className="rounded-sm border border-spot-line bg-spot-tint p-4 text-amber">
          <p className="font-semibold">Not yet:</p>
          <ul className="mt-1 grid gap-1">
            {blockers.map((blocker) => (
              <li key={blocker}>{blocker}</li>
            ))}
          </ul>
          {upcomingInterviews > 0 && <ToInterviews count={upcomingInterviews} />}
        </div>
      )}
      <div>
        <p className="font-semibold">What deleting means</p>
        <ul className="mt-2 grid list-disc gap-2 pl-5 text-ink-2">
          {consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      </div>
      <StatusMessage message={start.error && `❌ ${messageOf(start.error, sentences.deletion)}`} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          Keep my account
        </Button>
        {blockers.length === 0 && (
          <Button look="danger" pending={start.isPending} onClick={() => start.mutate()}>
            Mail me the code
          </Button>
        )}
      </div>
    </div>
  );
}
