import { emptyResume } from "@greenroom/contract/resume-data.ts";
import {
  type Candidate,
  getCandidateFile,
  getCandidatePdf,
  getCandidateProfile,
} from "@greenroom/contract/resumes.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { ApiError, messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { useOpenFile } from "../../../api/use-open-file.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { fullName } from "../../accounts/person-name.ts";
import { HeldBack } from "../components/held-back.tsx";
import { ResumePreview } from "../components/resume-preview.tsx";
import { sentences } from "../sentences.ts";

interface CandidateResumeProps {
  userId: string;
  name: string;
  onClose: () => void;
}

/** The resume of somebody who booked me, and what can be taken home of it. */
export function CandidateResume({ userId, name, onClose }: CandidateResumeProps) {
  const candidate = useQuery(queryOf(getCandidateProfile, { params: { userId } }));
  return (
    <Modal open width="wide" title="Candidate resume" description={name} onClose={onClose}>
      {candidate.isPending && <LoadingLines label="Loading the resume…" lines={8} />}
      {candidate.isError && (
        <ErrorState
          message={messageOf(candidate.error, sentences.candidate)}
          onRetry={() => candidate.refetch()}
          retrying={candidate.isFetching}
        />
      )}
      {candidate.isSuccess && <Sheet candidate={candidate.data} onClose={onClose} />}
    </Modal>
  );
}

function Sheet({ candidate, onClose }: { candidate: Candidate; onClose: () => void }) {
  const params = { userId: candidate._id };
  const generated = useOpenFile({ title: "Resume", sentences: sentences.candidatePdf });
  const uploaded = useOpenFile({ title: "Resume", sentences: sentences.candidateFile });

  async function findUploaded(): Promise<string> {
    const { resumeFileUrl, msg } = await call(getCandidateFile, { params });
    // Cleared by the candidate while this was open.
    if (resumeFileUrl === null) throw new ApiError(404, { msg, code: "not_found" }, null);
    return resumeFileUrl;
  }

  return (
    <div className="grid gap-5">
      {candidate.resumeData === null && (
        <p className="rounded-sm bg-sunk px-4 py-3 text-sm text-ink-2">
          {candidate.resumeFileUrl === null
            ? "This candidate has not written a resume yet."
            : "This candidate uploaded a file instead of writing a resume here."}
        </p>
      )}
      <div className="rounded-md border border-line p-5">
        <ResumePreview
          name={fullName(candidate)}
          email={candidate.email}
          phone={candidate.mobileNumber}
          resume={candidate.resumeData ?? emptyResume}
        />
      </div>
      <StatusMessage message={uploaded.failure && `❌ ${uploaded.failure}`} />
      <HeldBack url={generated.blockedUrl ?? uploaded.blockedUrl} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="ghost" onClick={onClose}>
          Close
        </Button>
        {candidate.resumeFileUrl !== null && (
          <Button look="quiet" pending={uploaded.isOpening} onClick={() => uploaded.open(findUploaded)}>
            Download Uploaded File<span className="sr-only"> (opens a new tab)</span>
          </Button>
        )}
        <Button
          pending={generated.isOpening}
          onClick={() => generated.open(async () => (await call(getCandidatePdf, { params })).resumeFileUrl)}
        >
          Export Generated PDF<span className="sr-only"> (opens a new tab)</span>
        </Button>
      </div>
      <AlertDialog
        open={generated.failure !== null}
        title="The PDF could not be made"
        message={generated.failure}
        onClose={generated.forgetFailure}
      />
    </div>
  );
}
