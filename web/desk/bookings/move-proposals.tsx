import {
  type DeskBookingDetail,
  getDeskBooking,
  getMoveProposalState,
  listOfferedSlots,
  type MoveProposalState,
  maxOfferedSlots,
  proposeMove,
  withdrawMoveProposal,
} from "@greenroom/contract/desk/bookings.ts";
import type { MoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { pollInterval } from "../../schedule/bookings/queries.ts";
import { Button } from "../../ui/button.tsx";
import { DescriptionList, EmptyState, Pill } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Field, Select } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import { ActionButton, ActionDialog, useFieldProblem } from "../actions/action-dialog.tsx";
import type { Result } from "../actions/result-notice.tsx";
import { useDeskTime } from "../layout/desk-parts.tsx";

const states: Record<MoveProposal["state"], { tone: "ready" | "wait" | "off" | "bad"; label: string }> = {
  open: { tone: "wait", label: "Waiting for both" },
  moved: { tone: "ready", label: "Moved" },
  declined: { tone: "bad", label: "Declined" },
  withdrawn: { tone: "off", label: "Withdrawn" },
  slot_taken: { tone: "bad", label: "Slot was taken" },
  expired: { tone: "off", label: "Expired" },
  booking_changed: { tone: "off", label: "Interview was moved in the meantime" },
  booking_canceled: { tone: "off", label: "Interview was canceled" },
};

function labelOf({ state, acceptedBy }: MoveProposal): string {
  if (state !== "open" || acceptedBy.length !== 1) return states[state].label;
  return `Waiting for the ${acceptedBy[0] === "interviewee" ? "interviewer" : "interviewee"}`;
}

interface MoveProposalCardProps {
  booking: DeskBookingDetail & { moveProposal: MoveProposal };
  onDone: (result: Result) => void;
}

/** The other time that was proposed last, with each party's answer. */
export function MoveProposalCard({
  booking: { _id, moveProposal: proposal },
  onDone,
}: MoveProposalCardProps) {
  const at = useDeskTime();
  const { tone } = states[proposal.state];
  const answerOf = (party: "interviewee" | "interviewer") => {
    if (proposal.declinedBy === party) return "Declined";
    return proposal.acceptedBy.includes(party) ? "Accepted" : "No answer";
  };
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Another time was proposed</h2>
        <Pill status={tone}>{labelOf(proposal)}</Pill>
      </div>
      <DescriptionList
        items={[
          { term: "From", detail: at(proposal.fromTime) },
          { term: "To", detail: at(proposal.startTime) },
          { term: "Interviewee", detail: answerOf("interviewee") },
          { term: "Interviewer", detail: answerOf("interviewer") },
          { term: "Reason", detail: proposal.reason },
          { term: "Proposed", detail: at(proposal.proposedAt) },
          ...(proposal.state === "open" ? [{ term: "Until", detail: at(proposal.expiresAt) }] : []),
        ]}
      />
      {proposal.state === "open" && (
        <ActionButton
          button={{ size: "md", className: "mt-5" }}
          title="Withdraw the proposal"
          confirmLabel="Withdraw it"
          id={_id}
          action={withdrawMoveProposal}
          input={{ replaces: proposal._id }}
          onDone={onDone}
        >
          Withdraw the proposal
        </ActionButton>
      )}
    </Card>
  );
}

interface ProposeMoveProps {
  bookingId: string;
  onDone: (result: Result & { proposalId: string }) => void;
  onClose: () => void;
}

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

function ProposeSlot({ bookingId, times, ...dialog }: ProposeMoveProps & { times: readonly string[] }) {
  const [startTime, setStartTime] = useState(times[0] ?? "");
  return (
    <ActionDialog
      title="Propose another time"
      confirmLabel="Ask both"
      reasonHint="Both parties get it by email."
      id={bookingId}
      action={proposeMove}
      input={{ startTime }}
      {...dialog}
    >
      <SlotField times={times} value={startTime} onChange={setStartTime} />
    </ActionDialog>
  );
}

interface SlotFieldProps {
  times: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

function SlotField({ times, value, onChange }: SlotFieldProps) {
  const at = useDeskTime();
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
              {at(time)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const followMilliseconds = 10_000;

/**
 * A booking's proposal with the answers that were given since the booking was loaded. While it is open, the page polls
 * its state, which contains no personal data, whereas each load of the booking is audited. The booking is loaded again
 * once the proposal has ended or another one was made.
 */
export function useFollowedProposal({ _id, moveProposal: loaded }: DeskBookingDetail): MoveProposal | null {
  const client = useQueryClient();
  const { data } = useQuery({
    ...queryOptionsFor(getMoveProposalState, { params: { id: _id } }),
    enabled: loaded?.state === "open",
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isOpen(state.data) && !isMissing(state.error) ? pollInterval(followMilliseconds, state.error) : false,
  });
  const current = data?.proposal ?? null;
  const isSame = loaded !== null && current?._id === loaded._id;
  const hasEnded = loaded?.state === "open" && data !== undefined && !(isSame && current.state === "open");
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: queryKeyFor(getDeskBooking) });
  }, [hasEnded, client]);
  // A booking that was loaded after the proposal had ended knows more than an earlier answer.
  return isSame && loaded.state === "open" ? { ...loaded, ...current } : loaded;
}

/** The booking is gone, or this account may not read it. */
const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

const isOpen = (data: { proposal: MoveProposalState | null } | undefined) =>
  data === undefined || data.proposal?.state === "open";
