import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import { listApprovals } from "@greenroom/contract/desk/money/approvals.ts";
import {
  downloadBatch,
  getOpenBatch,
  listDuePayouts,
  listPaidPayouts,
  makeBatch,
  markPaid,
  type PaidPayout,
  type PayoutBatch,
  previewBatch,
  previewPayouts,
  returnPayout,
} from "@greenroom/contract/desk/money/payouts.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { useMutation } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { dayKey, formatDateTime } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { checkboxClass, Field, TextInput } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { useOperatorCall, useOperatorDownload } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { DownloadButton, DownloadProblem } from "../actions/download-button.tsx";
import { useFieldProblem } from "../actions/preview-lines.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import { PersonCell } from "../filters/person-cell.tsx";
import { operatorMessages } from "../messages.ts";
import { OpenApprovalNote } from "../results/open-approval-note.tsx";
import type { ActionResult } from "../results/result-notice.tsx";
import { useApprovableResult } from "../results/use-approvable-result.ts";

const rupees = (amount: number) => formatRupees(amount, { decimals: true });
const changed = [getOpenBatch, listDuePayouts, listPaidPayouts, listApprovals];

interface DialogProps {
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

/** Exports the payouts that are due, and downloads the file for the bank. */
export function ExportDialog({ onDone, onClose }: DialogProps) {
  const operatorCall = useOperatorCall();
  const operatorDownload = useOperatorDownload();
  const refresh = useRefresh(changed);
  const loadPreview = useCallback(() => operatorCall(previewBatch), [operatorCall]);
  return (
    <ActionDialog
      title="Export for the bank"
      loadPreview={loadPreview}
      confirmLabel="Export and download"
      onConfirm={async (action) => {
        const { msg, batchId } = await operatorCall(makeBatch, { body: action });
        onDone({ msg });
        await refresh();
        // The export is valid even if its file does not arrive, because the file can be downloaded again.
        await operatorDownload(downloadBatch, "payouts.csv", { id: batchId }).catch((error: unknown) =>
          onDone({
            msg: `${msg} The file was not downloaded, so download it again below. ${errorMessage(error, operatorMessages.load)}`,
            tone: "wait",
          }),
        );
      }}
      onClose={onClose}
    />
  );
}

/** Records that the bank returned a transfer. */
export function ReturnDialog({ payout: { _id: id }, onDone, onClose }: DialogProps & { payout: PaidPayout }) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const loadPreview = useCallback(
    () => operatorCall(returnPayout.preview, { params: { id }, body: {} }),
    [operatorCall, id],
  );
  return (
    <ActionDialog
      title="Record a returned transfer"
      loadPreview={loadPreview}
      confirmLabel="Record the return"
      danger
      reasonHint="The interviewer reads it in an email."
      onConfirm={async (action) => {
        onDone(await operatorCall(returnPayout.perform, { params: { id }, body: action }));
        await refresh();
      }}
      onClose={onClose}
    />
  );
}

interface OpenBatchProps {
  batch: PayoutBatch;
  timeZone: string;
  isOwner: boolean;
  onDone: (result: ActionResult) => void;
}

/** The export that is not completely marked as paid. */
export function OpenBatch({ batch, timeZone, isOwner, onDone }: OpenBatchProps) {
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
            {formatDateTime(new Date(batch.madeAt), timeZone)} by {batch.madeBy}. Mark the transfers that the
            bank has sent as paid.
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
                {openAmount === amount
                  ? ""
                  : openAmount <= 0
                    ? ", paid"
                    : `, ${rupees(openAmount)} still open`}
                {openAmount > 0 && waiting.has(interviewer._id) && ", waits for approval"}
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

export function MarkPaidDialog({ batchId, people, timeZone, onDone, onClose }: MarkPaidDialogProps) {
  const operatorCall = useOperatorCall();
  const resultOf = useApprovableResult();
  const refresh = useRefresh(changed);
  const [reference, setReference] = useState(`Payout ${dayKey(new Date(), timeZone)}`);
  // Compares the ids as text, because the list is a new object in every render.
  const ids = people.map(({ interviewer }) => interviewer._id).join(" ");
  const body = useMemo(
    () => ({ batchId, interviewerIds: ids.split(" "), reference }),
    [batchId, ids, reference],
  );
  const loadPreview = useCallback(() => operatorCall(previewPayouts, { body }), [operatorCall, body]);
  return (
    <ActionDialog
      title={people.length === 1 ? "Mark a payout as paid" : `Mark ${people.length} payouts as paid`}
      loadPreview={loadPreview}
      confirmLabel="Mark as paid"
      onConfirm={async (action) => {
        onDone(resultOf(await operatorCall(markPaid, { body: { ...action, ...body } })));
        await refresh();
      }}
      onClose={onClose}
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
