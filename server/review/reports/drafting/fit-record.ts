import type { InterviewItem, InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import type { LeftOut } from "@greenroom/contract/schedule/report-shape.ts";

/* Fits a long record into one request. Each kind of item of each party has a part of the request that no other can use
   up: a thousand lines of one person's chat must not push out what was said. */

const longestText = 8_000;
const shortestText = 200;

interface Group {
  /** The part of the request that this group gets in any case, if it needs it. */
  share: number;
  contains(item: InterviewItem): boolean;
}

/** In the order in which they get what the others do not need. */
const groups: readonly Group[] = [
  { share: 0.4, contains: (item) => item.kind === "utterance" && item.party === "interviewee" },
  { share: 0.2, contains: ({ kind }) => kind === "utterance" },
  { share: 0.1, contains: ({ kind }) => kind === "question" || kind === "mark" },
  { share: 0.2, contains: ({ kind }) => kind === "code" || kind === "run" },
  { share: 0.05, contains: (item) => isWritten(item) && item.party === "interviewee" },
  { share: 0.05, contains: (item) => isWritten(item) },
  { share: 0, contains: () => true },
];

function isWritten(item: InterviewItem): item is Extract<InterviewItem, { kind: "chat" | "board" }> {
  return item.kind === "chat" || item.kind === "board";
}

/** Writes an item as one line, with no text longer than this. */
type Write = (item: InterviewItem, index: number, longest: number) => string;

/**
 * The lines of a record, in its order, with at most so many characters together. A group that is too long gets shorter
 * texts first; if that is not enough, its last items are left out.
 */
export function fitRecord(
  { items }: Pick<InterviewRecord, "items">,
  characters: number,
  write: Write,
): { lines: string[]; leftOut: LeftOut[] } {
  const members = groups.map((group) =>
    items.flatMap((item, index) =>
      groups.find(({ contains }) => contains(item)) === group ? [{ item, index }] : [],
    ),
  );
  const linesOf = (group: number, longest: number) =>
    (members[group] ?? []).map(({ item, index }) => ({ index, line: write(item, index, longest) }));
  const needs = groups.map((_, group) => sizeOf(linesOf(group, longestText)));
  const kept = roomFor(needs, characters).flatMap((room, group) => {
    let longest = longestText;
    let lines = linesOf(group, longest);
    while (longest > shortestText && sizeOf(lines) > room) {
      longest = Math.floor(longest * 0.7);
      lines = linesOf(group, longest);
    }
    let size = 0;
    return lines.filter(({ line }) => {
      size += line.length + 1;
      return size <= room;
    });
  });
  const indexes = new Set(kept.map(({ index }) => index));
  const counts = new Map<InterviewItem["kind"], number>();
  for (const [index, { kind }] of items.entries())
    if (!indexes.has(index)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    lines: kept.sort((a, b) => a.index - b.index).map(({ line }) => line),
    leftOut: [...counts].map(([kind, count]) => ({ kind, count })),
  };
}

/** How many characters each group gets. */
function roomFor(needs: readonly number[], characters: number): number[] {
  const rooms = needs.map((need, group) =>
    Math.min(need, Math.floor((groups[group]?.share ?? 0) * characters)),
  );
  let free = characters - rooms.reduce((sum, room) => sum + room, 0);
  return rooms.map((room, group) => {
    const more = Math.min(free, (needs[group] ?? 0) - room);
    free -= more;
    return room + more;
  });
}

function sizeOf(lines: readonly { line: string }[]): number {
  return lines.reduce((sum, { line }) => sum + line.length + 1, 0);
}
