import type { Party } from "@greenroom/contract/bookings.ts";
import type { InterviewItem } from "@greenroom/contract/reports/interview-record.ts";
import { applyCodeChange } from "@greenroom/contract/rooms/code-history.ts";
import type { RecordItemOf, RoomRecordItem } from "@greenroom/contract/rooms/room-record.ts";
import { derivedId } from "../../../core/ids.ts";
import type { Database } from "../../../db/database.ts";
import type { BookingRecord } from "../../bookings/rules.ts";
import { roomTimes } from "../rules.ts";
import { codeAuthors } from "./code-authors.ts";
import { collectRecord } from "./collect-record.ts";

/** Between runs and phases, a report gets at most one version of the code per this many seconds. */
const secondsBetweenCodes = 60;

/**
 * The record of an interview as items for a report, oldest first. The ids are those of the record that people see.
 */
export async function listRoomItems(
  database: Database,
  booking: BookingRecord,
  now: Date,
): Promise<InterviewItem[]> {
  const { items, code: finalCode } = await collectRecord(database, booking, {
    now,
    withMarks: true,
    readerId: null,
  });
  const closesAt = roomTimes(booking).closesAt.toISOString();
  const partyOf = (userId: string): Party | null =>
    userId === booking.intervieweeId
      ? "interviewee"
      : userId === booking.interviewerId
        ? "interviewer"
        : null;
  const codes = collectCodes(items);
  const authors = codeAuthors();
  let code = "";
  const converted = items
    .filter(({ at }) => at <= closesAt)
    .flatMap((item) => {
      if (item.kind === "code") {
        code = applyCodeChange(code, item.change);
        // Also of a snapshot that a report leaves out: its lines stand in the next one.
        authors.add(code, partiesOf(item.editedBy, partyOf));
        if (!codes.has(item.id)) return [];
      }
      return convert(item, { code, otherLines: authors.otherLines, partyOf }) ?? [];
    });
  // Interviews from before the code history existed have only the final code.
  if (finalCode === null || finalCode.text === code) return converted;
  const { language, text, atSeconds } = finalCode;
  const at = new Date(booking.startsAt.getTime() + atSeconds * 1000).toISOString();
  const left: InterviewItem = {
    kind: "code",
    id: derivedId(`code ${booking.id}`),
    at,
    language,
    text,
    editedBy: [],
  };
  return [...converted, left].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

interface Conversion {
  /** The pad's text at the time of this item. */
  code: string;
  /** The lines of that text that the interviewee did not write alone. */
  otherLines: () => number[];
  partyOf: (userId: string) => Party | null;
}

function partiesOf(userIds: readonly string[], partyOf: Conversion["partyOf"]): Party[] {
  return userIds.map(partyOf).filter((party) => party !== null);
}

function convert(item: RoomRecordItem, { code, otherLines, partyOf }: Conversion): InterviewItem | null {
  const { id, at } = item;
  if (item.kind === "phase") return { kind: "phase", id, at, phase: item.phase };
  if (item.kind === "code") {
    const editedBy = partiesOf(item.editedBy, partyOf);
    return { kind: "code", id, at, language: item.language, text: code, editedBy, otherLines: otherLines() };
  }
  const party = partyOf(item.personId);
  // A person who was a party before the booking moved.
  if (party === null) return null;
  const common = { id, at, party };
  switch (item.kind) {
    case "joined":
    case "left":
      return { kind: "presence", ...common, event: item.kind };
    case "chat":
      return { kind: "chat", ...common, text: item.body };
    case "board":
      return { kind: "board", ...common, text: item.text };
    case "run": {
      const { language, output, outcome, durationMs } = item;
      return {
        kind: "run",
        ...common,
        language,
        code,
        output,
        outcome,
        durationMs,
        otherLines: otherLines(),
      };
    }
    case "mark":
      return party === "interviewer"
        ? { kind: "mark", id, at, party, label: item.label, note: item.note }
        : null;
    case "question": {
      const { questionId, title, prompt } = item;
      return party === "interviewer" ? { kind: "question", id, at, party, questionId, title, prompt } : null;
    }
    case "hint":
      // The interviewer said nothing new, because a hint belongs to its question.
      return null;
    case "utterance": {
      const { endAt, text, originalText, language } = item;
      return { kind: "utterance", ...common, endAt, text, originalText, language };
    }
    case "consent":
      return item.event === "deleted" ? null : { kind: "consent", ...common, event: item.event };
  }
}

/** Selects the code snapshots that a report needs: one before each run and phase, one a minute, and the last. */
function collectCodes(items: readonly RoomRecordItem[]): Set<string> {
  const kept = new Set<string>();
  let latest: RecordItemOf<"code"> | null = null;
  let cacheSeconds = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    if (item.kind === "code") {
      latest = item;
      if (item.atSeconds - cacheSeconds < secondsBetweenCodes) continue;
    } else if (item.kind !== "run" && item.kind !== "phase") continue;
    if (latest === null) continue;
    kept.add(latest.id);
    cacheSeconds = latest.atSeconds;
  }
  if (latest !== null) kept.add(latest.id);
  return kept;
}
