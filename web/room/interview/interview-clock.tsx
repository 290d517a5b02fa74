import type { Room } from "@greenroom/contract/room/room.ts";
import { ClockText, Countdown, Pill } from "../../ui/content.tsx";

/**
 * before: not open yet · lobby: open, not begun · the three phases of the interview · after: over, still open
 * · closed.
 */
export type RoomPhase = "before" | "lobby" | "interview" | "feedback" | "wrap-up" | "after" | "closed";

export type RoomTimes = Pick<
  Room,
  "status" | "isUnclear" | "opensAt" | "startTime" | "feedbackAt" | "wrapUpAt" | "endTime" | "closesAt"
>;

/** The phase at an instant of the server's clock. A phase includes its first instant. */
export function phaseAt(room: RoomTimes, now: Date): RoomPhase {
  const isBefore = (instant: string) => now < new Date(instant);
  if (!isBefore(room.closesAt)) return "closed";
  // An interview can end early: once its status says so, it is over whatever the clock says.
  if (room.status !== "pending" || room.isUnclear || !isBefore(room.endTime)) return "after";
  if (isBefore(room.opensAt)) return "before";
  if (isBefore(room.startTime)) return "lobby";
  if (isBefore(room.feedbackAt)) return "interview";
  return isBefore(room.wrapUpAt) ? "feedback" : "wrap-up";
}

/** Whether a user with the page open counts as being in the room. */
export function isRoomOpen(phase: RoomPhase): boolean {
  return phase !== "before" && phase !== "closed";
}

export interface InterviewPhase {
  phase: RoomPhase;
  name: string;
  /** What this phase is for, where its name does not say it. */
  purpose?: string;
  from: Date;
  to: Date;
}

/** The three phases of the 45 minutes, in order. */
export function interviewPhases(room: RoomTimes): InterviewPhase[] {
  const [start, feedback, wrapUp, end] = [room.startTime, room.feedbackAt, room.wrapUpAt, room.endTime].map(
    (instant) => new Date(instant),
  ) as [Date, Date, Date, Date];
  return [
    {
      phase: "interview",
      name: "Interview",
      from: start,
      to: feedback,
    },
    {
      phase: "feedback",
      name: "Feedback",
      purpose: "What worked, what to change, and what to practice next.",
      from: feedback,
      to: wrapUp,
    },
    {
      phase: "wrap-up",
      name: "Wrap up",
      purpose: "Last questions, then a break.",
      from: wrapUp,
      to: end,
    },
  ];
}

/** How much of a phase is over, 0 to 1. */
export function elapsedFraction(part: Pick<InterviewPhase, "from" | "to">, now: Date): number {
  const fraction =
    (now.getTime() - part.from.getTime()) / Math.max(1, part.to.getTime() - part.from.getTime());
  return Math.min(1, Math.max(0, fraction));
}

interface InterviewClockProps {
  phase: RoomPhase;
  parts: readonly InterviewPhase[];
  now: Date;
}

/** The clock in the top line: the phase, the elapsed time, and what comes next. The same for both. */
export function InterviewClock({ phase, parts, now }: InterviewClockProps) {
  const current = parts.find((part) => part.phase === phase);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  const elapsed = (Math.min(now.getTime(), last.to.getTime()) - first.from.getTime()) / 1000;
  const name = current?.name ?? (phase === "lobby" ? "Open" : "Ended");
  // An interview that ended early has no remaining time.
  const endedEarly = phase === "after" && now < last.to;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3.5 gap-y-1.5 text-sm lg:justify-center">
      <Pill status={current ? "live" : phase === "lobby" ? "wait" : "off"}>{name}</Pill>
      {!endedEarly && (
        <>
          <InterviewProgress parts={parts} now={now} name={name} />
          <ClockText seconds={elapsed} className="font-semibold" />
        </>
      )}
      <span className="min-w-32 whitespace-nowrap text-right text-on-dark-2 lg:text-left">
        <NextChange phase={phase} parts={parts} now={now} />
      </span>
    </div>
  );
}

function InterviewProgress({
  parts,
  now,
  name,
}: {
  parts: readonly InterviewPhase[];
  now: Date;
  name: string;
}) {
  const minutes = (part: InterviewPhase) => (part.to.getTime() - part.from.getTime()) / 60_000;
  const total = parts.reduce((sum, part) => sum + minutes(part), 0);
  const elapsedMinutes = Math.floor(
    parts.reduce((sum, part) => sum + minutes(part) * elapsedFraction(part, now), 0),
  );
  return (
    <div
      role="progressbar"
      aria-label="The interview's clock"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={elapsedMinutes}
      aria-valuetext={`${name}: ${elapsedMinutes} of ${total} minutes`}
      className="order-last flex w-full gap-1 flat:order-none flat:w-40 flat:grow lg:order-none lg:w-80"
    >
      {parts.map((part) => (
        <span
          key={part.phase}
          className="h-1.5 overflow-hidden rounded-full bg-dark-line"
          style={{ flexGrow: minutes(part) }}
        >
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${100 * elapsedFraction(part, now)}%` }}
          />
        </span>
      ))}
    </div>
  );
}

function NextChange({ phase, parts, now }: InterviewClockProps) {
  const index = parts.findIndex((part) => part.phase === phase);
  const current = parts[index];
  if (phase === "lobby" && parts[0]) {
    return (
      <span key="before">
        starts in <Countdown until={parts[0].from} now={now} />
      </span>
    );
  }
  if (!current) return null;
  const next = parts[index + 1]?.name.toLowerCase() ?? "end";
  return (
    <span>
      {next} in <Countdown until={current.to} now={now} />
    </span>
  );
}
