import { changedTermsSchema, deleteAccountSchema } from "@greenroom/contract/people/privacy.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError, call, errorMessage } from "../../api/client.ts";
import { download } from "../../api/files.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { OneTimeCodeField } from "../../forms/secret-fields.tsx";
import { paths } from "../../paths.ts";
import { useSession, useUser } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage, withSign } from "../../ui/status.tsx";
import { accountMessages } from "./messages.ts";
import { MailboxHint } from "./one-time-code.tsx";

/** The data stored about a user: to download, and to delete. */
export function PersonalData() {
  const [isDeleteOpen, setDeleteOpen] = useState(false);
  const downloadData = useMutation({ mutationFn: () => download("GET /api/user/my-data", "my-data.zip") });
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Your data</h2>
      <p className="text-ink-2">
        Everything we hold about you, as a zip file: your records (JSON) and your files.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          pending={downloadData.isPending}
          pendingLabel="Preparing…"
          onClick={() => downloadData.mutate()}
        >
          Download my data
        </Button>
        <Button variant="quiet" className="!text-red" onClick={() => setDeleteOpen(true)}>
          Delete my account
        </Button>
      </div>
      <StatusMessage
        message={
          downloadData.error
            ? withSign("❌", errorMessage(downloadData.error, accountMessages.ownData))
            : downloadData.isSuccess
              ? "✅ Downloaded."
              : null
        }
        tone={downloadData.error ? "bad" : "good"}
      />
      {isDeleteOpen && <DeleteAccountDialog onClose={() => setDeleteOpen(false)} />}
    </Card>
  );
}

/** How long the last message shows before the sign-out. */
const signOutDelayMilliseconds = 2000;

/** Deletes the account: first explains the consequences, then asks for the mailed code. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { token, signOut } = useSession();
  const navigate = useNavigate();
  const [codeSentMessage, setCodeSentMessage] = useState<string | null>(null);
  const [readConsequences, setReadConsequences] = useState<string[]>([]);
  const [deletedMessage, setDeletedMessage] = useState<string | null>(null);

  function signOutAndRedirect() {
    // A session that was opened since, maybe by somebody else, goes on.
    if (signOut({ endedByServer: true, token })) void navigate(paths.signIn);
  }

  return (
    <Modal open title="Delete my account" onClose={onClose}>
      {codeSentMessage === null ? (
        <DeletionTerms
          onClose={onClose}
          onCodeSent={(message, consequences) => {
            setReadConsequences(consequences);
            setCodeSentMessage(message);
          }}
        />
      ) : (
        <Form
          label="Delete my account"
          defaultValues={{ otp: "" }}
          resolver={zodResolver(deleteAccountSchema.pick({ otp: true }))}
          failureMessage={(error) => {
            const message = errorMessage(error, accountMessages.deletion);
            return changedConsequences(error) === null ? message : `${message}\n${confirmAgainMessage}`;
          }}
          onSubmit={async ({ otp }) => {
            const { msg } = await call("POST /api/user/account-deletion/confirm", {
              body: { otp, readConsequences },
            }).catch((error: unknown) => {
              // The message shows the new ones, so the next press of the button confirms them.
              setReadConsequences(changedConsequences(error) ?? readConsequences);
              throw error;
            });
            setDeletedMessage(withSign("✅", msg));
            // Not canceled when this screen unmounts, because the server has ended the session, wherever the
            // user goes until then.
            setTimeout(signOutAndRedirect, signOutDelayMilliseconds);
          }}
        >
          <p className="text-ink-2">{codeSentMessage}</p>
          <OneTimeCodeField name="otp" label="Code" required />
          <MailboxHint />
          <StatusMessage message={deletedMessage} tone="good" />
          {deletedMessage === null && (
            <div className="flex flex-wrap justify-end gap-3">
              <Button variant="quiet" onClick={onClose}>
                Keep my account
              </Button>
              <SubmitButton variant="danger" pendingLabel="Deleting…">
                Delete for good
              </SubmitButton>
            </div>
          )}
        </Form>
      )}
    </Modal>
  );
}

const confirmAgainMessage = "If you still want to delete your account, press “Delete for good” again.";

/** The consequences of the deletion now, if the server refused it because one of them had not been read. */
function changedConsequences(error: unknown): string[] | null {
  if (!(error instanceof ApiError) || error.code !== "conflict") return null;
  return changedTermsSchema.safeParse(error.details).data?.consequences ?? null;
}

/** Links to the upcoming interviews, each with its button to cancel it. */
function UpcomingInterviewsLink({ count }: { count: number }) {
  const { role } = useUser();
  return (
    <Link
      to={role === "interviewer" ? paths.calendar : paths.booking}
      className="link mt-2 inline-flex min-h-6 items-center"
    >
      {`Go to your upcoming interview${count > 1 ? "s" : ""}`}
    </Link>
  );
}

interface DeletionTermsProps {
  onClose: () => void;
  onCodeSent: (message: string, consequences: string[]) => void;
}

function DeletionTerms({ onClose, onCodeSent }: DeletionTermsProps) {
  const terms = useQuery({ ...queryOptionsFor("GET /api/user/account-deletion"), staleTime: 0 });
  const requestCode = useMutation({
    mutationFn: () => call("POST /api/user/account-deletion/start"),
    onSuccess: ({ msg }) => onCodeSent(msg, terms.data?.consequences ?? []),
  });
  return (
    <QueryContent
      query={terms}
      loadingLabel="Checking your account…"
      messages={accountMessages.deletion}
      isInline
    >
      {({ blockers, upcomingInterviews, consequences }) => (
        <div className="grid gap-5">
          {blockers.length > 0 && (
            <div className="rounded-sm border border-accent-line bg-accent-tint p-4 text-amber">
              <p className="font-semibold">Not yet:</p>
              <ul className="mt-1 grid gap-1">
                {blockers.map((blocker) => (
                  <li key={blocker}>{blocker}</li>
                ))}
              </ul>
              {upcomingInterviews > 0 && <UpcomingInterviewsLink count={upcomingInterviews} />}
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
          <StatusMessage
            message={requestCode.error && errorMessage(requestCode.error, accountMessages.deletion)}
            tone="bad"
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={onClose}>
              Keep my account
            </Button>
            {blockers.length === 0 && (
              <Button variant="danger" pending={requestCode.isPending} onClick={() => requestCode.mutate()}>
                Email me the code
              </Button>
            )}
          </div>
        </div>
      )}
    </QueryContent>
  );
}
