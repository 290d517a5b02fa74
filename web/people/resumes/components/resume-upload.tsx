import { uploadResume } from "@greenroom/contract/people/resumes/resumes.ts";
import { useSession } from "../../../session/session.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { PdfPicker } from "../../files/pdf-drop-zone.tsx";
import { usePdfUpload } from "../../files/use-pdf-upload.ts";
import { resumeMessages } from "../messages.ts";

/**
 * Uploads a resume as a PDF; shown only while there is no file. `onUploaded` receives the server's message.
 */
export function ResumeUpload({ onUploaded }: { onUploaded: (msg: string) => void }) {
  const { refreshUser } = useSession();
  const upload = usePdfUpload(uploadResume, {
    messages: resumeMessages.upload,
    onUploaded: async ({ msg }) => {
      onUploaded(msg);
      await refreshUser();
    },
  });

  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] md:items-center">
      <div>
        <h2 className="text-lg">Already have a resume?</h2>
        <p className="mt-1 text-sm text-ink-2">
          Upload it as a PDF, and interviewers see that file instead of the structured resume below.
        </p>
        <Button
          variant="quiet"
          size="sm"
          className="mt-3"
          onClick={upload.isSending ? upload.cancel : upload.send}
        >
          {upload.isSending ? "Stop upload" : "Upload PDF"}
        </Button>
      </div>
      <div className="grid gap-3">
        <PdfPicker upload={upload} />
        <StatusMessage message={upload.failure} tone="bad" />
      </div>
    </div>
  );
}
