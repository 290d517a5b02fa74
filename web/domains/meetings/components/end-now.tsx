import { completeInterview } from "@greenroom/contract/bookings.ts";
import type { Room } from "@greenroom/contract/meetings.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { fullName } from "../../accounts/person-name.ts";
import { useChangingInterview } from "../../bookings/course/use-changing-interview.ts";
import { afterSession } from "../room-outcome.ts";
import { otherParty } from "./room-sheet.tsx";

const sentences = {
  failed: "❌ The interview could not be ended. Please try again.",
  network: "⚠️ Network error. Please check your connection.",
};

/** The interviewer ends the session for both, from its start on; the server tells the other one's page. */
export function EndNow({ room, now }: { room: Room; now: Date }) {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const changing = useChangingInterview();
  const ending = useMutation({
    mutationFn: () => changing(() => call(completeInterview, { params: { id: room.bookingId } })),
    onSuccess: ({ msg }) =>
      navigate(afterSession(room.bookingId, "interviewer"), { state: { message: msg } }),
  });
  const isHost = room.parties.some(({ isYou, role }) => isYou && role === "interviewer");
  if (!isHost || room.status !== "pending" || now < new Date(room.startTime)) return null;
  const other = otherParty(room);
  const name = other ? fullName(other) : "your interviewee";
  return (
    <>
      <Button
        look="quiet"
        onClick={() => {
          ending.reset();
          setAsked(true);
        }}
      >
        End now
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={`End the interview with ${name} now?`}
        message={
          <div className="grid gap-3">
            <p>
              It ends for both of you and counts as held. {name} is asked for their feedback, you for yours.
            </p>
            <StatusMessage message={ending.error && messageOf(ending.error, sentences)} tone="bad" />
          </div>
        }
        confirmLabel="End now"
        cancelLabel="Go on"
        pending={ending.isPending}
        onConfirm={() => ending.mutate()}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
