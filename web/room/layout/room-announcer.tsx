import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect, useRef, useState } from "react";
import { formatTime } from "../../format/format-time.ts";
import { fullName } from "../../format/full-name.ts";
import { otherParticipant } from "../interview/room-booking-ticket.tsx";
import { isEndedEarly, outcomeForViewer } from "../interview/room-outcome.ts";
import { interviewPhases, type RoomPhase } from "../interview/room-phase.ts";
import { stoppedTranscriptText, useStoppedByOther } from "../transcript/use-stopped-by-other.ts";

/** The announcement of a screen reader when a phase begins. */
export function phaseText(phase: RoomPhase, room: Room, timeZone: string): string {
  const part = interviewPhases(room).find((candidate) => candidate.phase === phase);
  if (part) {
    const minutes = Math.round((part.to.getTime() - part.from.getTime()) / 60_000);
    return `${part.name} begins: ${minutes} minutes.`;
  }
  if (phase !== "after") return "The room is open.";
  const isHeld = room.status === "pending" || room.status === "completed";
  if (!isHeld) return `${outcomeForViewer(room).title}.`;
  const cause = isEndedEarly(room) ? "Interview ended." : "Time is up.";
  return `${cause} You can stay and talk until ${formatTime(new Date(room.closesAt), timeZone)}.`;
}

interface RoomAnnouncerProps {
  room: Room;
  phase: RoomPhase;
  timeZone: string;
}

/**
 * Announces to screen readers what the screen shows: a new phase, arrivals and departures, and the end of the
 * transcript by the other participant.
 */
export function RoomAnnouncer({ room, phase, timeZone }: RoomAnnouncerProps) {
  const [announcement, setAnnouncement] = useState("You are in the room.");
  const other = otherParticipant(room);
  const otherName = other ? fullName(other) : "";
  const isOtherPresent = other?.isPresent ?? false;
  const wasOtherPresent = useRef(isOtherPresent);
  const announcedPhase = useRef(phase);

  useEffect(() => {
    if (announcedPhase.current !== phase) setAnnouncement(phaseText(phase, room, timeZone));
    announcedPhase.current = phase;
  }, [phase, room, timeZone]);

  useEffect(() => {
    if (wasOtherPresent.current !== isOtherPresent)
      setAnnouncement(`${otherName} ${isOtherPresent ? "joined" : "left"}.`);
    wasOtherPresent.current = isOtherPresent;
  }, [isOtherPresent, otherName]);

  useStoppedByOther(room, () => {
    if (other) setAnnouncement(stoppedTranscriptText(other.firstName));
  });

  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}
