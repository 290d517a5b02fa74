import { maxOfferedSlots } from "@greenroom/contract/desk/bookings.ts";
import type { MoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { DescriptionList, EmptyState, Pill } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import { ActionButton, ActionDialog } from "../actions/action-dialog.tsx";
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

/** The other time that was proposed last, with each party's answer. */
export function MoveProposalCard({ id, proposal }: { id: string; proposal: MoveProposal }) {
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
          id={id}
          action={"POST /api/operator/bookings/:id/move-proposal/withdrawal"}
          input={{ replaces: proposal._id }}
        />
      )}
    </Card>
  );
}

interface ProposeMoveProps {
  bookingId: string;
  onClose: () => void;
}

/** Proposes another slot of the same interviewer to both parties. */
export function ProposeMove({ bookingId, onClose }: ProposeMoveProps) {
  const at = useDeskTime();
  const title = "Propose another time";
  const slots = useQuery(
    queryOptionsFor("GET /api/operator/bookings/:id/offered-slots", { params: { id: bookingId } }),
  );
  const count = slots.data?.length ?? 0;
  if (slots.data !== undefined && count > 0) {
    return (
      <ActionDialog
        title={title}
        confirmLabel="Ask both"
        reasonHint="Both parties get it by email."
        id={bookingId}
        action={"POST /api/operator/bookings/:id/move-proposal"}
        fields={[
          {
            name: "startTime",
            label: "Another time",
            hint:
              count < maxOfferedSlots
                ? "What the interviewer offers now."
                : `The next ${maxOfferedSlots} slots that the interviewer offers.`,
            choices: Object.fromEntries(slots.data.map(({ startTime }) => [startTime, at(startTime)])),
          },
        ]}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal open title={title} onClose={onClose}>
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
        <Button variant="quiet" onClick={onClose}>
          Go back
        </Button>
      </p>
    </Modal>
  );
}
