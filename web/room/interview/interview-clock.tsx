import { ClockText, Countdown } from "../../ui/display/clock-text.tsx";
import { Pill } from "../../ui/status/pill.tsx";
import { elapsedFraction, type InterviewPhase, type RoomPhase } from "./room-phase.ts";

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
      aria-label="The session's clock"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={elapsedMinutes}
      aria-valuetext={`${name}: ${elapsedMinutes} of ${total} minutes`}
      className="order-last flex w-full gap-1 lg:order-none lg:w-80"
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
      <>
        starts in <Countdown until={parts[0].from} now={now} />
      </>
    );
  }
  if (!current) return "it has ended";
  const next = parts[index + 1]?.name.toLowerCase() ?? "end";
  return (
    <>
      {next} in <Countdown until={current.to} now={now} />
    </>
  );
}
