import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { formatTime, formatTimeRange } from "../../format/times.ts";
import { EndNow, useRefreshInterviews } from "../../schedule/bookings/interview-actions.tsx";
import { Countdown } from "../../ui/content.tsx";
import { Glow } from "../../ui/panels.tsx";
import { TranscriptConsent } from "../transcript/transcript-consent.tsx";
import { type InterviewPhase, interviewPhases, type RoomPhase } from "./interview-clock.tsx";
import { interviewTitle, otherParticipant, RoomBookingTicket, RoomGoal } from "./interview-details.tsx";
import {
  correctionText,
  earningWaitsText,
  endedText,
  isEndedEarly,
  NextStepLink,
  outcomeForViewer,
  pathAfterEnd,
  pathAfterInterview,
} from "./room-outcome.tsx";

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

interface InterviewPhaseListProps {
  parts: readonly InterviewPhase[];
  phase: RoomPhase;
  timeZone: string;
}

export function InterviewPhaseList({ parts, phase, timeZone }: InterviewPhaseListProps) {
  return (
    <ol aria-label="Parts of the interview" className="grid gap-2 sm:grid-cols-3">
      {parts.map((part) => {
        const isCurrent = part.phase === phase;
        return (
          <li
            key={part.phase}
            aria-current={isCurrent ? "step" : undefined}
            className={clsx(
              "rounded-sm border px-4 py-3 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:py-2",
              isCurrent ? "border-accent-line bg-accent-tint" : "border-line bg-card",
            )}
          >
            <p className={clsx("font-semibold", isCurrent && "text-accent")}>{part.name}</p>
            <p className="text-sm text-ink-2 tabular">{formatTimeRange(part.from, part.to, timeZone)}</p>
          </li>
        );
      })}
    </ol>
  );
}

/** The interviewer ends the interview for both, once it has begun; the server tells the other page. */
export function EndInterviewButton({ room, now }: { room: Room; now: Date }) {
  const navigate = useNavigate();
  const isInterviewer = room.parties.some(({ isYou, role }) => isYou && role === "interviewer");
  const isOn = room.status === "pending" && !room.isUnclear && now >= new Date(room.startTime);
  if (!isInterviewer || !isOn) return null;
  const other = otherParticipant(room);
  return (
    <EndNow
      bookingId={room.bookingId}
      name={other ? fullName(other) : "your interviewee"}
      size="md"
      onDone={({ message }) =>
        navigate(pathAfterInterview(room.bookingId, "interviewer"), {
          state: { message: message + correctionText(room.transcript) },
        })
      }
    />
  );
}

/**
 * Takes both participants to the next step when the interviewer ends the interview early. After the regular
 * end they can stay and talk.
 */
export function useEarlyEndRedirect(room: Room): void {
  const navigate = useNavigate();
  const refresh = useRefreshInterviews();
  const wasOver = useRef(isOver(room));
  useEffect(() => {
    const isOverAlready = wasOver.current;
    wasOver.current = isOver(room);
    if (isOverAlready || !isEndedEarly(room)) return;
    const role = room.parties.find(({ isYou }) => isYou)?.role ?? "interviewee";
    const message =
      role === "interviewer"
        ? room.isUnclear
          ? `The interview has ended. ${earningWaitsText}`
          : "✅ The interview has ended. Your earning for this interview is credited once you send your feedback."
        : `✅ ${endedText(room.parties)} ${room.isUnclear ? "Did it end too early?" : "How was it?"}`;
    if (role === "interviewer") void refresh();
    const state = { message: message + correctionText(room.transcript) };
    navigate(pathAfterEnd(room, role), { state });
  }, [room, navigate, refresh]);
}

function isOver({ status, isUnclear }: Room): boolean {
  return status !== "pending" || isUnclear;
}
