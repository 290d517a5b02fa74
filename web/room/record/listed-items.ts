import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";

/** A newer server may send other kinds, which this page cannot draw. */
const known: readonly string[] = [
  "joined",
  "left",
  "phase",
  "question",
  "hint",
  "mark",
  "chat",
  "board",
  "run",
  "utterance",
  "consent",
];

/**
 * The items of the list. It leaves out code changes, which are many and shown by the replay, except the one that is
 * open.
 */
export function listedItems(items: readonly RoomRecordItem[], selectedId: string | null): RoomRecordItem[] {
  return items.filter(({ id, kind }) => known.includes(kind) || (kind === "code" && id === selectedId));
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
