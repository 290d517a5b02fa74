import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { findFileProblem } from "./check-file.ts";
import { DropZone } from "./drop-zone.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { useFeedbackUpload } from "./use-feedback-upload.ts";

interface UploadModalProps {
  booking: InterviewerBooking;
  /** "Meera Iyer, Fri 20 Nov": whose file it will be. */
  about: string;
  onClose: () => void;
  /** Awaited before the upload counts as done. */
  onUploaded: () => Promise<void>;
}

/** The mentor's PDF of one interview, once. Mounted anew for each booking. */
export function UploadModal({ booking, about, onClose, onUploaded }: UploadModalProps) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useFeedbackUpload(booking._id, onUploaded);

  function choose(chosen: File | null) {
    // A file dialog that was closed without a choice changes nothing.
    if (chosen === null) return;
    upload.forgetFailure();
    setFile(chosen);
    setProblem(findFileProblem(chosen));
  }

  function send() {
    const found = findFileProblem(file);
    setProblem(found);
    if (file && !found) upload.send(file);
  }

  return (
    <Modal open title="Upload Feedback PDF" description={about} onClose={onClose}>
      <div className="grid gap-4">
        {upload.isSending && file ? (
          <UploadProgress name={file.name} share={upload.share} />
        ) : (
          <DropZone file={file} problem={problem} onChoose={choose} />
        )}
        <StatusMessage message={upload.failure} />
        <p className="text-sm text-ink-2">
          One file for each interview. Your interviewee can read it at once, and the earning is credited.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={upload.isSending ? upload.cancel : onClose}>
            {upload.isSending ? "Stop upload" : "Cancel"}
          </Button>
          <Button pending={upload.isSending} pendingLabel="Uploading…" onClick={send}>
            Upload
          </Button>
        </div>
      </div>
    </Modal>
  );
}
