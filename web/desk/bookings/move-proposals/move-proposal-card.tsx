import { type DeskBookingDetail, getDeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import { getMoveProposalState, withdrawMoveProposal } from "@greenroom/contract/desk/bookings/moves.ts";
import type { MoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import { useMemo, useState } from "react";
import { formatDateTime } from "../../../format/times.ts";
import { Button } from "../../../ui/button.tsx";
import { DescriptionList, Pill } from "../../../ui/content.tsx";
import { Card } from "../../../ui/panels.tsx";
import { SubjectActionDialog } from "../../actions/subject-action-dialog.tsx";
import { useRefresh } from "../../actions/use-refresh.ts";
import type { ActionResult } from "../../results/result-notice.tsx";

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

const changed = [getDeskBooking, getMoveProposalState];

interface MoveProposalCardProps {
  booking: DeskBookingDetail & { moveProposal: MoveProposal };
  timeZone: string;
  onDone: (result: ActionResult) => void;
}

/** The other time that was proposed last, with each party's answer. */
export function MoveProposalCard({
  booking: { _id, moveProposal: proposal },
  timeZone,
  onDone,
}: MoveProposalCardProps) {
  const [isWithdrawing, setWithdrawing] = useState(false);
  const refresh = useRefresh(changed);
  const input = useMemo(() => ({ replaces: proposal._id }), [proposal._id]);
  const at = (instant: string) => formatDateTime(new Date(instant), timeZone);
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
        <Button className="mt-5" variant="quiet" onClick={() => setWithdrawing(true)}>
          Withdraw the proposal
        </Button>
      )}
      {isWithdrawing && (
        <SubjectActionDialog
          title="Withdraw the proposal"
          confirmLabel="Withdraw it"
          subjectId={_id}
          action={withdrawMoveProposal}
          input={input}
          onDone={(msg) => {
            onDone({ msg });
            void refresh();
          }}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </Card>
  );
}
