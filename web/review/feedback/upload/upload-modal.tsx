import { uploadFeedbackFile } from "@greenroom/contract/review/feedback.ts";
import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { PdfPicker } from "../../../people/files/pdf-drop-zone.tsx";
import { usePdfUpload } from "../../../people/files/use-pdf-upload.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";

const messages = {
  failed: "❌ Failed to upload feedback file.",
  network: "⚠️ Network error uploading file.",
};

interface UploadFeedbackModalProps {
  booking: InterviewerBooking;
  /** "Meera Iyer, Fri 20 Nov": the interview that the file is for. */
  about: string;
  onClose: () => void;
  /** Called with the server's message, and awaited before the upload counts as done. */
  onUploaded: (msg: string) => Promise<void>;
}

/** Uploads the mentor's PDF of one interview, once. Mounted again for each booking. */
export function UploadFeedbackModal({ booking, about, onClose, onUploaded }: UploadFeedbackModalProps) {
  const upload = usePdfUpload(uploadFeedbackFile, {
    params: { bookingId: booking._id },
    messages,
    onUploaded: ({ msg }) => onUploaded(msg),
  });

  return (
    <Modal open title="Upload Feedback PDF" description={about} onClose={onClose}>
      <div className="grid gap-4">
        <PdfPicker upload={upload} />
        <StatusMessage message={upload.failure} tone="bad" />
        <p className="text-sm text-ink-2">
          One file for each interview. Your interviewee can read it right away, and your earning is credited.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={upload.isSending ? upload.cancel : onClose}>
            {upload.isSending ? "Stop upload" : "Cancel"}
          </Button>
          <Button pending={upload.isSending} pendingLabel="Uploading…" onClick={upload.send}>
            Upload
          </Button>
        </div>
      </div>
    </Modal>
  );
}
