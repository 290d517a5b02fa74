import { Button } from "../../../ui/actions/button.tsx";
import { FeedbackFileStatus } from "../components/feedback-file-button.tsx";
import { useOpenFeedbackFile } from "./use-open-feedback-file.ts";

/** Opens the uploaded PDF of a booking, for the mentor who wrote it. */
export function FeedbackFileLink({ bookingId, withName }: { bookingId: string; withName: string }) {
  const file = useOpenFeedbackFile();
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="quiet" size="sm" pending={file.isOpening} onClick={() => file.open(bookingId)}>
        <span>
          View feedback file<span className="sr-only"> for {withName} (opens a new tab)</span>
        </span>
      </Button>
      <FeedbackFileStatus file={file} />
    </div>
  );
}
