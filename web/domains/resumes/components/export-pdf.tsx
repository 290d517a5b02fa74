import { getResumePdf } from "@greenroom/contract/resumes.ts";
import { call } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useOpenFile } from "../../../api/use-open-file.ts";
import { Button } from "../../../ui/button.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { pdfUnavailable, sentences } from "../sentences.ts";
import { HeldBack } from "./held-back.tsx";

/** The PDF of what was saved last. */
export function ExportPdf({ isUnsaved }: { isUnsaved: boolean }) {
  const file = useOpenFile({ title: "Your resume", sentences: sentences.exportPdf });

  async function findLink(): Promise<string> {
    const answer = await call(getResumePdf, { query: { structured: "true" } });
    if (answer.resumeFileUrl === null)
      throw new ApiError(503, { msg: answer.msg || pdfUnavailable, code: "unavailable" }, null);
    return answer.resumeFileUrl;
  }

  return (
    <>
      <Button
        look="quiet"
        pending={file.isOpening}
        pendingLabel="Exporting…"
        onClick={() => file.open(findLink)}
      >
        Export PDF
        <span className="sr-only">
          {" "}
          (opens a new tab{isUnsaved ? "; without the changes not saved yet" : ""})
        </span>
      </Button>
      {(file.failure || file.blockedUrl) && (
        <div className="order-last w-full">
          <StatusMessage message={file.failure && `❌ ${file.failure}`} />
          <HeldBack url={file.blockedUrl} />
        </div>
      )}
    </>
  );
}
