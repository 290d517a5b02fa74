import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import {
  downloadBatch,
  makeBatch,
  markPaid,
  type PayoutBatch,
} from "@greenroom/contract/desk/money/payouts.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { dayKey } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { checkboxClass, Field, TextInput } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { DownloadButton, DownloadProblem, useOperatorDownload } from "../access/operator-calls.tsx";
import { ActionDialog, type DialogProps, useFieldProblem } from "../actions/action-dialog.tsx";
import type { Result } from "../actions/result-notice.tsx";
import { operatorMessages, PersonCell, useDeskTime, useDeskZone } from "../layout/desk-parts.tsx";
import { OpenApprovalNote, rupees } from "./money-parts.tsx";

/** Exports the payouts that are due, and downloads the file for the bank. */
export function ExportDialog({ onDone, onClose }: DialogProps) {
  const operatorDownload = useOperatorDownload();
  return (
    <ActionDialog
      title="Export for the bank"
      action={makeBatch}
      confirmLabel="Export and download"
      onDone={async (done) => {
        onDone(done);
        // The export is valid even if its file does not arrive, because the file can be downloaded again.
        await operatorDownload(downloadBatch, "payouts.csv", { id: done.batchId }).catch((error: unknown) =>
          onDone({
            msg: `${done.msg} The file was not downloaded, so download it again below. ${errorMessage(error, operatorMessages.load)}`,
            tone: "wait",
          }),
        );
      }}
      onClose={onClose}
    />
  );
}

interface OpenBatchProps {
  batch: PayoutBatch;
  isOwner: boolean;
  onDone: (result: Result) => void;
}

/** The export that is not completely marked as paid. */
export function OpenBatch({ batch, isOwner, onDone }: OpenBatchProps) {
  const at = useDeskTime();
  const timeZone = useDeskZone();
  const open = batch.people.filter((person) => person.open > 0);
  const asked = batch.askedPayouts;
  const waiting = new Set(asked.flatMap(({ interviewerIds }) => interviewerIds));
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [isMarking, setMarking] = useState(false);
  const operatorDownload = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => operatorDownload(downloadBatch, "payouts.csv", { id: batch._id }),
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
          <Button disabled={chosen.length === 0} onClick={() => setMarking(true)}>
            {chosen.length === 0 ? "Mark as paid" : `Mark ${chosen.length} as paid`}
          </Button>
          {open.length > maxActionRows && (
            <span className="text-sm text-ink-2">At most {maxActionRows} at once; the others follow.</span>
          )}
        </p>
      )}
      {isMarking && (
        <MarkPaidDialog
          batchId={batch._id}
          people={chosen}
          timeZone={timeZone}
          onDone={onDone}
          onClose={() => setMarking(false)}
        />
      )}
    </Card>
  );
}

interface MarkPaidDialogProps extends DialogProps {
  batchId: string;
  people: PayoutBatch["people"];
  timeZone: string;
}

export function MarkPaidDialog({ batchId, people, timeZone, ...dialog }: MarkPaidDialogProps) {
  const [reference, setReference] = useState(`Payout ${dayKey(new Date(), timeZone)}`);
  const interviewerIds = people.map(({ interviewer }) => interviewer._id);
  return (
    <ActionDialog
      {...dialog}
      title={people.length === 1 ? "Mark a payout as paid" : `Mark ${people.length} payouts as paid`}
      action={markPaid}
      input={{ batchId, interviewerIds, reference }}
      confirmLabel="Mark as paid"
    >
      <ReferenceField value={reference} onChange={setReference} />
    </ActionDialog>
  );
}

function ReferenceField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field
      label="The bank's reference"
      hint="The reference of the transfer or of the batch. Each interviewer sees it."
      error={useFieldProblem("reference")}
    >
      {(control) => (
        <TextInput
          {...control}
          defaultValue={value}
          maxLength={100}
          onBlur={({ currentTarget }) => onChange(currentTarget.value.trim())}
        />
      )}
    </Field>
  );
}
