import { Download } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import type { useOpenFeedbackFile } from "../upload/use-open-feedback-file.ts";

type FeedbackFile = ReturnType<typeof useOpenFeedbackFile>;

interface FeedbackFileButtonProps {
  file: FeedbackFile;
  bookingId: string;
  /** Whose feedback it is: several of these buttons can stand on one page. */
  interviewer: string;
}

/** Opens the mentor's PDF in a new tab, by a link that is made for this one time. */
export function FeedbackFileButton({ file, bookingId, interviewer }: FeedbackFileButtonProps) {
  return (
    <Button
      look="quiet"
      size="sm"
      pending={file.isOpening}
      pendingLabel="Asking for the file…"
      onClick={() => file.open(bookingId)}
    >
      <Download aria-hidden="true" className="size-4" />
      <span>
        Download Feedback<span className="sr-only"> of {interviewer} (opens a new tab)</span>
      </span>
    </Button>
  );
}

/** What became of it, where there is room to say so. */
export function FeedbackFileNews({ file }: { file: FeedbackFile }) {
  return (
    <>
      <StatusMessage message={file.failure} tone="bad" />
      {file.blockedUrl && (
        <p>
          <a href={file.blockedUrl} target="_blank" rel="noreferrer" className="link">
            Your browser held the new tab back. Open the file here.
          </a>
        </p>
      )}
    </>
  );
}
