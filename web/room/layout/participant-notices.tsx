import type { Room } from "@greenroom/contract/room/room.ts";
import { type ReactNode, useEffect, useState } from "react";
import { otherParticipant } from "../interview/room-booking-ticket.tsx";
import { stoppedTranscriptText, useStoppedByOther } from "../transcript/use-stopped-by-other.ts";
import { DismissibleNotice } from "./dismissible-notice.tsx";

/**
 * Shows that the other participant has stopped the transcript, or has left. It is no live region, because
 * `RoomAnnouncer` announces both.
 */
export function ParticipantNotices({ room }: { room: Room }) {
  const [hasStopped, setStopped] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const other = otherParticipant(room);
  const isOtherPresent = other?.isPresent ?? false;
  const [wasOtherPresent, setWasPresent] = useState(isOtherPresent);
  const { bothSince } = room.transcript;

  useStoppedByOther(room, () => setStopped(true));
  useEffect(() => {
    if (bothSince !== null) setStopped(false);
  }, [bothSince]);
  useEffect(() => {
    if (wasOtherPresent !== isOtherPresent) setLeft(wasOtherPresent);
    setWasPresent(isOtherPresent);
  }, [isOtherPresent, wasOtherPresent]);

  if (other === undefined) return null;
  return (
    <>
      {hasStopped && (
        <ParticipantNotice onDismiss={() => setStopped(false)}>
          {stoppedTranscriptText(other.firstName)}
        </ParticipantNotice>
      )}
      {hasLeft && (
        <ParticipantNotice onDismiss={() => setLeft(false)}>
          {other.firstName} left the room.
        </ParticipantNotice>
      )}
    </>
  );
}

function ParticipantNotice({ children, onDismiss }: { children: ReactNode; onDismiss: () => void }) {
  return (
    <DismissibleNotice onDismiss={onDismiss} className="py-0.5 lg:justify-center">
      <p className="min-w-0 max-lg:grow">{children}</p>
    </DismissibleNotice>
  );
}
