import { type CodeChange, type PadLanguage, rebuildCode } from "@greenroom/contract/room/code-pad.ts";
import type { RecordItemOf, RoomRecord, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

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

export const replaySpeeds = ["1", "4", "16"] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

/** How often the replay moves while it plays, in milliseconds. */
const tick = 100;

export interface Replay {
  /** Counted from the interview's start. */
  seconds: number;
  isPlaying: boolean;
  speed: ReplaySpeed;
  /** Moves to a second, and stops there. */
  seek: (seconds: number) => void;
  togglePlay: () => void;
  setSpeed: (speed: ReplaySpeed) => void;
}

/** The position of a replay between its first and last second. */
function useReplay({ from, to }: { from: number; to: number }, startAt: number): Replay {
  const [seconds, setSeconds] = useState(startAt);
  const [wantsToPlay, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<ReplaySpeed>("4");
  const isPlaying = wantsToPlay && seconds < to;
  const last = useRef(0);

  useEffect(() => {
    if (!isPlaying) return;
    last.current = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const elapsed = (now - last.current) / 1000;
      last.current = now;
      setSeconds((current) => playedTo(current, elapsed, Number(speed), to));
    }, tick);
    return () => clearInterval(timer);
  }, [isPlaying, speed, to]);

  const seek = useCallback(
    (wanted: number) => {
      setPlaying(false);
      setSeconds(Math.min(to, Math.max(from, wanted)));
    },
    [from, to],
  );
  const togglePlay = () => {
    // Playing at the end starts again from the beginning.
    if (!isPlaying && seconds >= to) setSeconds(from);
    setPlaying(!isPlaying);
  };
  return { seconds, isPlaying, speed, seek, togglePlay, setSpeed };
}

/** The replay of a record, at first at the item that `at` refers to (as in `linkedItemId`), and the items to list. */
export function useRecordReplay(record: RoomRecord, at: string | null) {
  const { items, startTime } = record;
  const openedId = linkedItemId(items, at, startTime);
  const opened = items.find(({ id }) => id === openedId);
  const span = useMemo(() => replaySpan(record), [record]);
  const replay = useReplay(span, opened ? secondsOf(opened, startTime) : span.from);
  const listed = useMemo(() => listedItems(items, openedId), [items, openedId]);
  return { openedId, opened, span, replay, listed };
}

/**
 * The items of the list. It leaves out code changes, which are many and shown by the replay, except the one that is
 * open.
 */
export function listedItems(items: readonly RoomRecordItem[], selectedId: string | null): RoomRecordItem[] {
  return items.filter(({ id, kind }) => kind !== "code" || id === selectedId);
}

/**
 * The item that `?at=` refers to: by its id, or by the time from the interview's start in a PDF's notation
 * (`12:41`).
 */
export function linkedItemId(
  items: readonly RoomRecordItem[],
  at: string | null,
  startTime: string,
): string | null {
  const [, sign, minutes, seconds] = /^([−-]?)(\d{1,3}):([0-5]\d)$/.exec(at ?? "") ?? [];
  if (minutes === undefined) return at;
  const elapsed = 60 * Number(minutes) + Number(seconds);
  // Printed times are whole seconds, so the item can be anywhere within that second.
  return itemAt(items, (sign === "" ? elapsed : -elapsed) + 0.999, startTime)?.id ?? null;
}

/** The item for a link to this moment: the last one at or before it, else the first. */
export function itemAt(
  items: readonly RoomRecordItem[],
  at: number,
  startTime: string,
): RoomRecordItem | undefined {
  const start = new Date(startTime).getTime();
  return items.findLast((item) => new Date(item.at).getTime() - start <= at * 1000) ?? items[0];
}

/** How many items are shown before and after the one at which the replay is. */
const [before, after] = [1, 3];

/** The items around this one; the first ones when it is not listed. */
export function itemsAround<Item extends { id: string }>(
  items: readonly Item[],
  id: string | null,
): readonly Item[] {
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === id),
  );
  // At either end, the list keeps its length.
  const from = Math.max(0, Math.min(index - before, items.length - 1 - before - after));
  return items.slice(from, from + before + after + 1);
}
