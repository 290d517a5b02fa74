import type { Room } from "@greenroom/contract/meetings.ts";
import type { ReactNode } from "react";
import { Countdown } from "../../../ui/clock-text.tsx";
import { Spotlight } from "../../../ui/spotlight.tsx";
import { formatTime } from "../../../ui/time/format-time.ts";
import { fullName } from "../../accounts/person-name.ts";
import { type RoomPhase, sessionParts } from "../room-phase.ts";
import { NextStepLink, outcomeForYou } from "./next-step.tsx";
import { PartList } from "./part-list.tsx";
import { nameOfSession, otherParty, RoomSheet } from "./room-sheet.tsx";

interface StagePanelProps {
  room: Room;
  phase: RoomPhase;
  /** The server's. */
  now: Date;
  timeZone: string;
}

/** The large half of the room: the part that is on, its time, and the call sheet. */
export function StagePanel({ room, phase, now, timeZone }: StagePanelProps) {
  const parts = sessionParts(room);
  return (
    <section className="relative flex flex-col overflow-hidden rounded-md p-1 sm:p-3">
      <Spotlight className="-top-48 left-1/2 w-[40rem] -translate-x-1/2 opacity-70" />
      <div className="relative grid grow content-center justify-items-center gap-3 py-8 text-center">
        <h2 className="text-xl">{nameOfSession(room)}</h2>
        <Now room={room} phase={phase} now={now} timeZone={timeZone} />
      </div>
      <div className="relative grid gap-4">
        <PartList parts={parts} phase={phase} timeZone={timeZone} />
        <h2 className="sr-only">Call sheet</h2>
        <RoomSheet room={room} timeZone={timeZone} />
      </div>
    </section>
  );
}

function Now({ room, phase, now, timeZone }: StagePanelProps) {
  const current = sessionParts(room).find((part) => part.phase === phase);
  if (current) {
    return (
      <Large
        clock={<Countdown until={current.to} now={now} />}
        words={`left of ${current.name.toLowerCase()}`}
      >
        {current.purpose}
      </Large>
    );
  }
  if (phase === "doors") {
    return (
      <Large clock={<Countdown until={new Date(room.startTime)} now={now} />} words="until it starts">
        {whoIsThere(room)}
      </Large>
    );
  }
  const outcome = outcomeForYou(room);
  return (
    <Large
      clock={outcome.title}
      words={`The room stays open until ${formatTime(new Date(room.closesAt), timeZone)}`}
    >
      {outcome.words}
      <span className="mt-5 block">
        <NextStepLink {...outcome.next} />
      </span>
    </Large>
  );
}

function whoIsThere(room: Room): string {
  const other = otherParty(room);
  if (!other) return "";
  return other.isPresent
    ? `You are early, and ${fullName(other)} is here, too.`
    : `You are early. ${fullName(other)} is not here yet.`;
}

function Large({ clock, words, children }: { clock: ReactNode; words: string; children: ReactNode }) {
  return (
    <>
      <p className="font-display text-4xl font-[560]">{clock}</p>
      <p className="font-semibold text-spot">{words}</p>
      <div className="max-w-md text-on-stage-2">{children}</div>
    </>
  );
}
