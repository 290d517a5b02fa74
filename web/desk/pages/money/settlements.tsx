import {
  maxSettlementMegabytes,
  maxSettlementRows,
  type SettlementFile,
  settlementTooLargeMessage,
} from "@greenroom/contract/desk/money/settlements.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { errorMessage } from "../../../api/client.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHeader, Pill } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { StatusMessage } from "../../../ui/status.tsx";
import { useIsOwner, useOperatorUpload } from "../../access/operator-calls.tsx";
import { useRefresh } from "../../actions/result-notice.tsx";
import { deskMeta, operatorMessages, useDeskTime } from "../../layout/desk-parts.tsx";
import { rupees } from "../../money/money-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Reconciliation");

/** The provider's settlement files, compared with our books. */
export default function SettlementsPage() {
  const isOwner = useIsOwner();
  const at = useDeskTime();
  return (
    <>
      <PageHeader
        title="Reconciliation"
        detail="Razorpay's settlement recon report, compared with our payments and refunds."
      />
      {isOwner && <UploadFile />}
      <DeskList
        list={"GET /api/operator/settlements"}
        caption="Settlement files"
        noun="files"
        empty={{
          title: "No file has been compared yet",
          detail: "Download the settlement recon report from Razorpay's dashboard as CSV.",
        }}
        columns={[
          {
            header: "File",
            isHeading: true,
            cell: ({ _id, fileName, uploadedAt, uploadedBy }) => (
              <>
                <Link to={paths.operatorSettlement(_id)} className="link break-all">
                  {fileName}
                </Link>
                <span className="block text-sm text-ink-3">
                  {at(uploadedAt)}, {uploadedBy}
                </span>
              </>
            ),
          },
          { header: "Covers", cell: ({ from, until }) => `${at(from)} to ${at(until)}` },
          {
            header: "Rows",
            align: "end",
            cell: ({ payments, refunds }) => `${countOf(payments, "payment")}, ${countOf(refunds, "refund")}`,
          },
          { header: "Sums", align: "end", cell: (file) => <Sums file={file} /> },
          {
            header: "Differences",
            cell: ({ differences }) =>
              differences === 0 ? <Pill status="ready">None</Pill> : <Pill status="bad">{differences}</Pill>,
          },
        ]}
      />
    </>
  );
}

function Sums({ file: { paid, refunded, fees } }: { file: SettlementFile }) {
  return (
    <>
      {rupees(paid)}
      <span className="block text-sm text-ink-3">
        {rupees(refunded)} back, {rupees(fees)} fees
      </span>
    </>
  );
}

class FileTooLargeError extends Error {}

function failureOf(error: Error): string {
  if (error instanceof FileTooLargeError) return settlementTooLargeMessage;
  return errorMessage(error, operatorMessages.action);
}

function UploadFile() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const operatorUpload = useOperatorUpload();
  const refresh = useRefresh();
  const send = useMutation({
    mutationFn: async (file: File) => {
      // The server refuses it, too, but only after it was sent.
      if (file.size > maxSettlementMegabytes * 1024 * 1024) throw new FileTooLargeError();
      return await operatorUpload("POST /api/operator/settlements", { field: "settlement", file });
    },
    onSuccess: async ({ _id }) => {
      refresh();
      // Not awaited: without a connection it never begins, and the upload is done.
      void navigate(paths.operatorSettlement(_id));
    },
    onSettled: () => {
      // The same file can be chosen again, for example after it was corrected.
      if (input.current !== null) input.current.value = "";
    },
  });
  return (
    <Card className="mb-5">
      <h2 className="text-lg">Compare a file</h2>
      <p id={`${id}-hint`} className="mb-3 mt-1 text-ink-2">
        CSV, at most {maxSettlementRows.toLocaleString("en")} rows and {maxSettlementMegabytes} MB. Nothing in
        our books changes.
      </p>
      <label htmlFor={id} className="sr-only">
        Settlement file
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,text/csv"
        aria-describedby={`${id}-hint`}
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) send.mutate(file);
        }}
      />
      <Button pending={send.isPending} pendingLabel="Comparing…" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <StatusMessage
        className="mt-3"
        message={send.error === null ? null : failureOf(send.error)}
        tone="bad"
      />
    </Card>
  );
}
