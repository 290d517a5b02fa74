import { downloadReport } from "@greenroom/contract/review/reports/reports.ts";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { download } from "../../api/download.ts";
import { errorMessage } from "../../api/errors.ts";
import { Button } from "../../ui/actions/button.tsx";
import { StatusMessage } from "../../ui/status/status-message.tsx";
import { reportMessages } from "./messages.ts";

/** Downloads the report as a PDF. */
export function DownloadReport({ bookingId }: { bookingId: string }) {
  const pdf = useMutation({
    mutationFn: () => download(downloadReport, null, { bookingId }),
  });
  return (
    <>
      <Button size="sm" pending={pdf.isPending} pendingLabel="Making the PDF…" onClick={() => pdf.mutate()}>
        <Download aria-hidden="true" className="size-4" />
        Download Full Report
      </Button>
      <StatusMessage message={pdf.error && errorMessage(pdf.error, reportMessages.pdf)} tone="bad" />
    </>
  );
}
