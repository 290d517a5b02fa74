import { Download } from "lucide-react";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import type { useOpenFeedbackFile } from "../upload/use-open-feedback-file.ts";

type FeedbackFile = ReturnType<typeof useOpenFeedbackFile>;

interface FeedbackFileButtonProps {
  file: FeedbackFile;
  bookingId: string;
  /** The interviewer's name, because a page can contain several of these buttons. */
  interviewer: string;
}

/** Opens the mentor's PDF in a new tab, with a link that is created for this click. */
export function FeedbackFileButton({ file, bookingId, interviewer }: FeedbackFileButtonProps) {
  return (
    <Button
      variant="quiet"
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

/** The result of opening the file, shown where there is room. */
export function FeedbackFileStatus({ file }: { file: FeedbackFile }) {
  return (
    <>
      <StatusMessage message={file.failure} tone="bad" />
      {file.blockedUrl && (
        <p>
          <a href={file.blockedUrl} target="_blank" rel="noreferrer" className="link">
            Your browser blocked the new tab. Open the file here.
          </a>
        </p>
      )}
    </>
  );
}
