import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import type { Candidate } from "@greenroom/contract/people/resumes.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type ComponentType, createContext, type ReactNode, useContext, useState } from "react";
import { ApiError, call } from "../api/client.ts";
import { useOpenFile } from "../api/files.ts";
import { queryOptionsFor } from "../api/query-client.tsx";
import { QueryContent } from "../app/query-content.tsx";
import { resumeMessages } from "../people/resumes/messages.ts";
import { BlockedTabLink, ResumePreview } from "../people/resumes/resume-preview.tsx";
import { Button } from "../ui/button.tsx";
import { AlertDialog, Modal } from "../ui/dialogs.tsx";
import { LoadingLines } from "../ui/loading.tsx";
import { StatusMessage } from "../ui/status.tsx";
import { GoalList } from "./goals/goal-list.tsx";

/** The view of a candidate's progress. The dashboard hands it down, because it belongs to review. */
export const CandidateProgressContext = createContext<ComponentType<{ userId: string }> | null>(null);

interface ViewResumeButtonProps {
  userId: string;
  name: string;
  /** The candidate's goal for the interview. */
  goal?: Goal | null;
  wide?: boolean;
  size?: "sm" | "md";
}

/**
 * The button that opens a candidate's resume; shown when the booking's `allowedActions` contains
 * `view-resume`.
 */
export function ViewResumeButton({ userId, name, goal = null, wide, size }: ViewResumeButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" wide={wide} size={size} onClick={() => setOpen(true)}>
        View Resume<span className="sr-only"> of {name}</span>
      </Button>
      {open && <CandidateResume userId={userId} name={name} goal={goal} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CandidateResumeProps {
  userId: string;
  name: string;
  goal: Goal | null;
  onClose: () => void;
}

/** The resume of an interviewee who booked this interviewer, with downloads. */
export function CandidateResume({ userId, name, goal, onClose }: CandidateResumeProps) {
  const candidate = useQuery(
    queryOptionsFor("GET /api/interviewer/candidate-profile/:userId", { params: { userId } }),
  );
  const CandidateProgress = useContext(CandidateProgressContext);
  return (
    <Modal open width="wide" title="Candidate resume" description={name} onClose={onClose}>
      {goal && (
        <section aria-label="What they want from this interview" className="mb-5 rounded-md bg-sunk p-4">
          <GoalList goal={goal} />
        </section>
      )}
      {CandidateProgress && (
        <div className="mb-5">
          <Section title="Progress across interviews">
            <CandidateProgress userId={userId} />
          </Section>
        </div>
      )}
      <QueryContent
        query={candidate}
        loadingLabel="Loading the resume…"
        messages={resumeMessages.candidate}
        lines={8}
        isInline
      >
        {(data) => <CandidateResumeContent candidate={data} onClose={onClose} />}
      </QueryContent>
    </Modal>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-md border border-line px-5 py-1">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-4 pt-2">{children}</div>
    </details>
  );
}

function CandidateResumeContent({ candidate, onClose }: { candidate: Candidate; onClose: () => void }) {
  const params = { userId: candidate._id };
  const generated = useOpenFile({ title: "Resume", messages: resumeMessages.candidatePdf });
  const uploaded = useOpenFile({ title: "Resume", messages: resumeMessages.candidateFile });

  async function findUploaded(): Promise<string> {
    const { resumeFileUrl, msg } = await call("GET /api/interviewer/resume-pdf/:userId", { params });
    // The candidate removed it while this was open.
    if (resumeFileUrl === null) throw new ApiError(404, { msg, code: "not_found" }, null);
    return resumeFileUrl;
  }

  const hasFile = candidate.resumeFileUrl !== null;
  const written = (
    <div className="rounded-md border border-line p-5">
      <ResumePreview
        name={fullName(candidate)}
        email={candidate.email}
        phone={candidate.mobileNumber}
        resume={candidate.resumeData ?? emptyResume}
      />
    </div>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {hasFile && <ShownFile findLink={findUploaded} candidate={candidate} />}
      {candidate.resumeData === null && (
        <p className="rounded-sm bg-sunk px-4 py-3 text-sm text-ink-2">
          {hasFile
            ? "This candidate uploaded a file instead of writing a resume here."
            : "This candidate has not written a resume yet."}
        </p>
      )}
      {!hasFile && written}
      {hasFile && candidate.resumeData !== null && (
        <Section title="The resume written in Greenroom">{written}</Section>
      )}
      <StatusMessage message={uploaded.failure} tone="bad" />
      <BlockedTabLink url={generated.blockedUrl ?? uploaded.blockedUrl} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          Close
        </Button>
        <Button
          variant={hasFile ? "quiet" : "primary"}
          pending={generated.isOpening}
          onClick={() =>
            generated.open(
              async () =>
                (await call("GET /api/interviewer/resume-structured-pdf/:userId", { params })).resumeFileUrl,
            )
          }
        >
          Export Generated PDF<span className="sr-only"> (opens a new tab)</span>
        </Button>
        {hasFile && (
          <Button pending={uploaded.isOpening} onClick={() => uploaded.open(findUploaded)}>
            Download Uploaded File<span className="sr-only"> (opens a new tab)</span>
          </Button>
        )}
      </div>
      <AlertDialog
        open={generated.failure !== null}
        title="The PDF could not be created"
        message={generated.failure}
        onClose={generated.clearFailure}
      />
    </div>
  );
}

/** The uploaded file in the browser's own viewer. Phones have none for frames, so there the button opens it. */
function ShownFile({ findLink, candidate }: { findLink: () => Promise<string>; candidate: Candidate }) {
  const link = useQuery({ queryKey: ["candidate's file", candidate._id], queryFn: findLink, gcTime: 0 });
  if (!navigator.pdfViewerEnabled || link.isError) return null;
  if (link.isPending) return <LoadingLines label="Loading the uploaded file…" lines={8} />;
  return (
    <iframe
      title={`The resume that ${fullName(candidate)} uploaded`}
      src={`${link.data}#navpanes=0`}
      className="h-[60vh] w-full rounded-md border border-line bg-sunk max-md:hidden"
    />
  );
}
