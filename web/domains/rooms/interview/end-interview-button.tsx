import { completeInterview } from "@greenroom/contract/bookings.ts";
import type { Room } from "@greenroom/contract/meetings.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { networkMessages } from "../../../api/network-messages.ts";
import { fullName } from "../../../format/full-name.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { useInterviewChange } from "../../bookings/lifecycle/use-interview-change.ts";
import { otherParticipant } from "./room-booking-ticket.tsx";
import { correctionText, pathAfterInterview } from "./room-outcome.ts";

const messages = {
  failed: "❌ The interview could not be ended. Please try again.",
  network: networkMessages.checkConnection,
};

/** The interviewer ends the interview for both, once it has begun; the server tells the other page. */
export function EndInterviewButton({ room, now }: { room: Room; now: Date }) {
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const navigate = useNavigate();
  const runChange = useInterviewChange();
  const ending = useMutation({
    mutationFn: () => runChange(() => call(completeInterview, { params: { id: room.bookingId } })),
    onSuccess: ({ msg }) =>
      navigate(pathAfterInterview(room.bookingId, "interviewer"), {
        state: { message: msg + correctionText(room.transcript) },
      }),
  });
  const isInterviewer = room.parties.some(({ isYou, role }) => isYou && role === "interviewer");
  if (!isInterviewer || room.status !== "pending" || now < new Date(room.startTime)) return null;
  const other = otherParticipant(room);
  const name = other ? fullName(other) : "your interviewee";
  return (
    <>
      <Button
        variant="quiet"
        onClick={() => {
          ending.reset();
          setConfirmOpen(true);
        }}
      >
        End now
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        title={`End the interview with ${name} now?`}
        message={
          <div className="grid gap-3">
            <p>
              It ends for both of you and is marked as completed. {name} is asked for their feedback, you for
              yours.
            </p>
            <StatusMessage message={ending.error && errorMessage(ending.error, messages)} tone="bad" />
          </div>
        }
        confirmLabel="End now"
        cancelLabel="Keep interviewing"
        pending={ending.isPending}
        onConfirm={() => ending.mutate()}
        onCancel={() => setConfirmOpen(false)}
      />
    </>
  );
}
