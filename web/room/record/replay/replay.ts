import { type CodeChange, rebuildCode } from "@greenroom/contract/room/code-history.ts";
import type { PadLanguage } from "@greenroom/contract/room/code-pad.ts";
import type { RecordItemOf, RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";

/* The code of an interview over time: the version at each second. All seconds count from the interview's start. */

export interface CodeVersion {
  /** The id of the record item; null for the final code when the history does not contain it. */
  id: string | null;
  seconds: number;
  language: PadLanguage;
  editedBy: readonly string[];
  change: CodeChange;
}

export type Replayed = Pick<RoomRecord, "items" | "code" | "startTime" | "endTime">;

/** The time of an item, in seconds with fractions. */
export function secondsOf(item: Pick<RoomRecordItem, "at">, startTime: string): number {
  return (new Date(item.at).getTime() - new Date(startTime).getTime()) / 1000;
}

/** Every version of the code, oldest first. The final code comes last if no snapshot contains it. */
export function codeVersions({ items, code, startTime }: Replayed): CodeVersion[] {
  const versions: CodeVersion[] = items.flatMap((item) =>
    item.kind === "code"
      ? {
          id: item.id,
          seconds: secondsOf(item, startTime),
          language: item.language,
          editedBy: item.editedBy,
          change: item.change,
        }
      : [],
  );
  if (code === null || textOf(versions, versions.length - 1) === code.text) return versions;
  const seconds = Math.max(code.atSeconds, versions.at(-1)?.seconds ?? code.atSeconds);
  return [
    ...versions,
    { id: null, seconds, language: code.language, editedBy: [], change: { text: code.text } },
  ];
}

/** The text of a version; "" before the first one. */
export function textOf(versions: readonly CodeVersion[], index: number): string {
  return index < 0
    ? ""
    : rebuildCode(
        versions.map(({ change }) => change),
        index,
      );
}

/**
 * The index of the version at a second: the last one at or before it; -1 before the first. `entries` are in order.
 */
export function indexAt(entries: readonly { seconds: number }[], seconds: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.seconds ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The second of the next or previous code change; null when there is none. */
export function stepFrom(
  versions: readonly { seconds: number }[],
  seconds: number,
  direction: "next" | "previous",
): number | null {
  const index = indexAt(versions, seconds);
  if (direction === "next") return versions[index + 1]?.seconds ?? null;
  const isOnChange = versions[index]?.seconds === seconds;
  return versions[isOnChange ? index - 1 : index]?.seconds ?? null;
}

/** The first and last second of the slider: the interview, and everything before and after it. */
export function replaySpan({ items, startTime, endTime, code }: Replayed): { from: number; to: number } {
  const ended = items.find(
    (item): item is RecordItemOf<"phase"> => item.kind === "phase" && item.phase === "ended",
  );
  const length = ended?.atSeconds ?? (Date.parse(endTime) - Date.parse(startTime)) / 1000;
  const times = items
    .filter(({ kind }) => kind !== "joined" && kind !== "left" && kind !== "consent")
    .map((item) => secondsOf(item, startTime));
  return {
    from: Math.floor(times.reduce((least, time) => Math.min(least, time), 0)),
    to: Math.ceil(times.reduce((most, time) => Math.max(most, time), Math.max(length, code?.atSeconds ?? 0))),
  };
}

/** The position of the replay after playing for some time; it stops at the end. */
export function playedTo(seconds: number, elapsedSeconds: number, speed: number, to: number): number {
  return Math.min(to, seconds + elapsedSeconds * speed);
}

/** The lines of a version, counted from 0, that its change touched; null when nothing of the change is left. */
export function changedLines(text: string, change: CodeChange): { from: number; to: number } | null {
  if ("text" in change) return null;
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length - 1;
  return { from: lineAt(change.from), to: lineAt(change.from + change.insert.length) };
}

const stepMinutes = [1, 2, 5, 10, 15, 20, 30, 60];
/** More labels than this do not fit side by side on a phone. */
const mostSteps = 4;

/** The times on the scale of a record, at equal distances from 0 to at most its last second. */
export function scaleSeconds(lastSecond: number): number[] {
  const step = 60 * (stepMinutes.find((minutes) => lastSecond / (60 * minutes) <= mostSteps) ?? 60);
  return Array.from({ length: 1 + Math.max(0, Math.floor(lastSecond / step)) }, (_, index) => index * step);
}
