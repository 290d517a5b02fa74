import { getDeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import {
  getMoveProposalState,
  listOfferedSlots,
  maxOfferedSlots,
  proposeMove,
} from "@greenroom/contract/desk/bookings/moves.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { formatDateTime } from "../../../format/times.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/content.tsx";
import { Modal } from "../../../ui/dialogs.tsx";
import { Field, Select } from "../../../ui/fields.tsx";
import { OperatorQueryContent } from "../../access/operator-query-content.tsx";
import { useFieldProblem } from "../../actions/preview-lines.tsx";
import { SubjectActionDialog } from "../../actions/subject-action-dialog.tsx";
import { useRefresh } from "../../actions/use-refresh.ts";
import type { ActionResult } from "../../results/result-notice.tsx";

interface ProposeMoveProps {
  bookingId: string;
  timeZone: string;
  onDone: (result: ActionResult, proposalId: string) => void;
  onClose: () => void;
}

const changed = [getDeskBooking, getMoveProposalState, listOfferedSlots];

/** Proposes another slot of the same interviewer to both parties. */
export function ProposeMove(props: ProposeMoveProps) {
  const slots = useQuery(queryOptionsFor(listOfferedSlots, { params: { id: props.bookingId } }));
  if (slots.data !== undefined && slots.data.length > 0) {
    return <ProposeSlot {...props} times={slots.data.map(({ startTime }) => startTime)} />;
  }
  return (
    <Modal open title="Propose another time" onClose={props.onClose}>
      <OperatorQueryContent
        query={slots}
        loadingLabel="Loading the interviewer's slots…"
        whyConfirm="To propose another time, give your password and second factor."
      >
        {() => (
          <EmptyState
            title="No slot is free"
            detail="The interviewer offers no other time now. Ask them to open one, then propose it here."
          />
        )}
      </OperatorQueryContent>
      <p className="mt-5 text-right">
        <Button variant="quiet" onClick={props.onClose}>
          Go back
        </Button>
      </p>
    </Modal>
  );
}

function ProposeSlot({
  bookingId,
  timeZone,
  times,
  onDone,
  onClose,
}: ProposeMoveProps & { times: readonly string[] }) {
  const [startTime, setStartTime] = useState(times[0] ?? "");
  const refresh = useRefresh(changed);
  return (
    <SubjectActionDialog
      title="Propose another time"
      confirmLabel="Ask both"
      reasonHint="Both parties get it by email."
      subjectId={bookingId}
      action={proposeMove}
      input={{ startTime }}
      onDone={(msg, { proposalId }) => {
        onDone({ msg }, proposalId);
        void refresh();
      }}
      onClose={onClose}
    >
      <SlotField times={times} timeZone={timeZone} value={startTime} onChange={setStartTime} />
    </SubjectActionDialog>
  );
}

interface SlotFieldProps {
  times: readonly string[];
  timeZone: string;
  value: string;
  onChange: (value: string) => void;
}

function SlotField({ times, timeZone, value, onChange }: SlotFieldProps) {
  const error = useFieldProblem("startTime");
  return (
    <Field
      label="Another time"
      hint={
        times.length < maxOfferedSlots
          ? "What the interviewer offers now."
          : `The next ${maxOfferedSlots} slots that the interviewer offers.`
      }
      error={error}
    >
      {(control) => (
        <Select {...control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {times.map((time) => (
            <option key={time} value={time}>
              {formatDateTime(new Date(time), timeZone)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
