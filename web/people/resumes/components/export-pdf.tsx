import { getResumePdf, pdfUnavailableMessage } from "@greenroom/contract/people/resumes/resumes.ts";
import { call } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { useOpenFile } from "../../../api/use-open-file.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { resumeMessages } from "../messages.ts";
import { BlockedTabLink } from "./blocked-tab-link.tsx";

/** The PDF of the last saved version. */
export function ExportPdf({ isUnsaved }: { isUnsaved: boolean }) {
  const file = useOpenFile({ title: "Your resume", messages: resumeMessages.exportPdf });

  async function findLink(): Promise<string> {
    const answer = await call(getResumePdf, { query: { structured: "true" } });
    if (answer.resumeFileUrl === null)
      throw new ApiError(503, { msg: answer.msg || pdfUnavailableMessage, code: "unavailable" }, null);
    return answer.resumeFileUrl;
  }

  return (
    <>
      <Button
        variant="quiet"
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
          <StatusMessage message={file.failure} tone="bad" />
          <BlockedTabLink url={file.blockedUrl} />
        </div>
      )}
    </>
  );
}
