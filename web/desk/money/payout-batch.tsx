import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import type { PayoutBatch } from "@greenroom/contract/desk/money/payouts.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { dayKey } from "../../format/times.ts";
import { checkboxClass } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { DownloadButton, DownloadProblem, useOperatorDownload } from "../access/operator-calls.tsx";
import { ActionButton } from "../actions/action-dialog.tsx";
import { useShowResult } from "../actions/result-notice.tsx";
import { operatorMessages, PersonCell, useDeskTime, useDeskZone } from "../layout/desk-parts.tsx";
import { OpenApprovalNote, rupees } from "./money-parts.tsx";

/** Exports the payouts that are due, and downloads the file for the bank. */
export function ExportButton() {
  const operatorDownload = useOperatorDownload();
  const show = useShowResult();
  return (
    <ActionButton
      button={{ size: "md", variant: "primary" }}
      title="Export for the bank"
      action={"POST /api/operator/payout-batches"}
      confirmLabel="Export and download"
      onDone={async (done) => {
        // The export is valid even if its file does not arrive, because the file can be downloaded again.
        await operatorDownload("GET /api/operator/payout-batches/:id/transfers.csv", "payouts.csv", {
          id: done.batchId,
        }).catch((error: unknown) =>
          show({
            msg: `${done.msg} The file was not downloaded, so download it again below. ${errorMessage(error, operatorMessages.load)}`,
            tone: "wait",
          }),
        );
      }}
    />
  );
}

interface OpenBatchProps {
  batch: PayoutBatch;
  isOwner: boolean;
}

/** The export that is not completely marked as paid. */
export function OpenBatch({ batch, isOwner }: OpenBatchProps) {
  const at = useDeskTime();
  const timeZone = useDeskZone();
  const open = batch.people.filter((person) => person.open > 0);
  const asked = batch.askedPayouts;
  const waiting = new Set(asked.flatMap(({ interviewerIds }) => interviewerIds));
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const operatorDownload = useOperatorDownload();
  const save = useMutation({
    mutationFn: () =>
      operatorDownload("GET /api/operator/payout-batches/:id/transfers.csv", "payouts.csv", {
        id: batch._id,
      }),
  });
  // Those that wait for an approval are not chosen at first.
  const chosen = open
    .filter(({ interviewer: { _id } }) => toggled.has(_id) === waiting.has(_id))
    .slice(0, maxActionRows);
  const chosenIds = new Set(chosen.map(({ interviewer }) => interviewer._id));
  function toggle(id: string) {
    const next = new Set(toggled);
    if (!next.delete(id)) next.add(id);
    setToggled(next);
  }
  return (
    <Card className="mb-8">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-xl">Exported for the bank</h2>
          <p className="text-sm text-ink-2">
            {at(batch.madeAt)} by {batch.madeBy}. Mark the transfers that the bank has sent as paid.
          </p>
        </div>
        {isOwner && (
          <DownloadButton save={save} size="sm">
            Download the file again
          </DownloadButton>
        )}
      </div>
      <DownloadProblem save={save} className="mt-3" />
      <ul className="mt-4 grid gap-2">
        {batch.people.map(({ interviewer, amount, open: openAmount, entries }) => (
          <li
            key={interviewer._id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-2"
          >
            {isOwner && (
              <label className="-mx-3 grid size-11 shrink-0 cursor-pointer place-items-center">
                <input
                  type="checkbox"
                  aria-label={`Mark ${interviewer.email} as paid`}
                  checked={chosenIds.has(interviewer._id)}
                  disabled={openAmount <= 0}
                  onChange={() => toggle(interviewer._id)}
                  className={checkboxClass}
                />
              </label>
            )}
            <span className="min-w-0 grow">
              <PersonCell person={interviewer} />
            </span>
            <span className="tabular max-sm:w-full max-sm:pl-9 sm:text-right">
              {rupees(amount)}
              <span className="block text-sm text-ink-3">
                {entries} {entries === 1 ? "entry" : "entries"}
                {openAmount !== amount && (
                  <span>{openAmount <= 0 ? ", paid" : `, ${rupees(openAmount)} still open`}</span>
                )}
                {openAmount > 0 && waiting.has(interviewer._id) && <span>, waits for approval</span>}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {asked.map((approval) => (
        <OpenApprovalNote key={approval.approvalId} approval={approval} action="to mark payouts as paid" />
      ))}
      {isOwner && (
        <p className="mt-5 flex flex-wrap items-center gap-3">
          <ActionButton
            button={{ size: "md", variant: "primary", disabled: chosen.length === 0 }}
            title={chosen.length === 1 ? "Mark a payout as paid" : `Mark ${chosen.length} payouts as paid`}
            action={"POST /api/operator/payouts"}
            input={{ batchId: batch._id, interviewerIds: [...chosenIds] }}
            fields={[
              {
                name: "reference",
                label: "The bank's reference",
                hint: "The reference of the transfer or of the batch. Each interviewer sees it.",
                value: `Payout ${dayKey(new Date(), timeZone)}`,
                maxLength: 100,
              },
            ]}
            confirmLabel="Mark as paid"
          >
            {chosen.length === 0 ? "Mark as paid" : `Mark ${chosen.length} as paid`}
          </ActionButton>
          {open.length > maxActionRows && (
            <span className="text-sm text-ink-2">At most {maxActionRows} at once; the others follow.</span>
          )}
        </p>
      )}
    </Card>
  );
}
