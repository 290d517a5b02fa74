import type { Room } from "@greenroom/contract/room/room.ts";
import type { ReactNode } from "react";
import { formatTime } from "../../format/format-time.ts";
import { fullName } from "../../format/full-name.ts";
import { Countdown } from "../../ui/display/clock-text.tsx";
import { Glow } from "../../ui/display/glow.tsx";
import { TranscriptConsent } from "../transcript/consent/transcript-consent.tsx";
import { InterviewPhaseList } from "./interview-phase-list.tsx";
import { NextStepLink } from "./next-step.tsx";
import { interviewTitle, otherParticipant, RoomBookingTicket } from "./room-booking-ticket.tsx";
import { RoomGoal } from "./room-goal.tsx";
import { isEndedEarly, outcomeForViewer } from "./room-outcome.ts";
import { interviewPhases, type RoomPhase } from "./room-phase.ts";

interface InterviewPanelProps {
  room: Room;
  phase: RoomPhase;
  /** The server's clock. */
  now: Date;
  timeZone: string;
}

/** The large half of the room: the current phase, its time, and the booking ticket. */
export function InterviewPanel({ room, phase, now, timeZone }: InterviewPanelProps) {
  const parts = interviewPhases(room);
  return (
    <section className="relative flex flex-col overflow-hidden rounded-md p-1 sm:p-3">
      <Glow className="-top-48 left-1/2 w-[40rem] -translate-x-1/2 opacity-70" />
      <div className="relative grid grow content-center justify-items-center gap-3 py-8 text-center">
        <h2 className="text-xl">{interviewTitle(room)}</h2>
        <CurrentPhase room={room} phase={phase} now={now} timeZone={timeZone} />
      </div>
      <div className="relative grid gap-4">
        <InterviewPhaseList parts={parts} phase={phase} timeZone={timeZone} />
        {phase !== "after" && room.status === "pending" && <TranscriptConsent room={room} />}
        <h2 className="sr-only">Interview details</h2>
        <RoomBookingTicket room={room} timeZone={timeZone} />
        <RoomGoal room={room} />
      </div>
    </section>
  );
}

function CurrentPhase({ room, phase, now, timeZone }: InterviewPanelProps) {
  const current = interviewPhases(room).find((part) => part.phase === phase);
  if (current) {
    return (
      <LargeStatus
        clock={<Countdown until={current.to} now={now} />}
        words={`left of ${current.name.toLowerCase()}`}
      >
        {current.purpose}
      </LargeStatus>
    );
  }
  if (phase === "lobby") {
    return (
      <LargeStatus clock={<Countdown until={new Date(room.startTime)} now={now} />} words="until it starts">
        {otherPresenceText(room)}
      </LargeStatus>
    );
  }
  const outcome = outcomeForViewer(room);
  return (
    <LargeStatus
      clock={isEndedEarly(room) ? "Interview ended" : outcome.title}
      words={`You can stay and talk until ${formatTime(new Date(room.closesAt), timeZone)}`}
    >
      {outcome.text}
      <span className="mt-5 block">
        <NextStepLink {...outcome.next} />
      </span>
    </LargeStatus>
  );
}

function otherPresenceText(room: Room): string {
  const other = otherParticipant(room);
  if (!other) return "";
  return other.isPresent
    ? `You are early, and ${fullName(other)} is here, too.`
    : `You are early. ${fullName(other)} is not here yet.`;
}

function LargeStatus({
  clock,
  words: label,
  children,
}: {
  clock: ReactNode;
  words: string;
  children: ReactNode;
}) {
  return (
    <>
      <p className="font-text text-4xl font-semibold tabular">{clock}</p>
      <p className="font-semibold text-accent">{label}</p>
      <div className="max-w-md text-on-dark-2">{children}</div>
    </>
  );
}
