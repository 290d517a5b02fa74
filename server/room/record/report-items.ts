import type { InterviewItem, InterviewRecord } from "@greenroom/contract/review/interview-record.ts";
import type { RecordItemOf, RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { derivedId } from "../../kernel/ids.ts";
import { selectVisits } from "../../schedule/bookings/attendance.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { roomTimes } from "../../schedule/meetings/meeting-times.ts";
import type { PadVersion } from "./follow-pad.ts";
import { collectRecord, shortAbsences } from "./room-record.ts";

/** Between runs and phases, a report gets at most one version of the code per this many seconds. */
const secondsBetweenCodes = 60;

type ItemDeps = Pick<Deps, "database" | "workers">;

/**
 * The record of an interview as items for a report, oldest first. The ids are those of the record that people see.
 * Throws `unavailable` if no worker process is free.
 */
export async function listRoomItems(
  { database, workers }: ItemDeps,
  booking: BookingRecord,
  now: Date,
): Promise<InterviewItem[]> {
  const { items: all, code: finalCode } = await collectRecord(database, booking, {
    now,
    withMarks: true,
    readerId: null,
  });
  const closesAt = roomTimes(booking).closesAt.toISOString();
  const items = all.filter(({ at }) => at <= closesAt);
  const parties = new Map<string, Party>([
    [booking.intervieweeId, "interviewee"],
    [booking.interviewerId, "interviewer"],
  ]);
  const partyOf = (userId: string) => parties.get(userId) ?? null;
  const codes = collectCodes(items);
  const snapshots = items
    .filter((item) => item.kind === "code")
    .map(({ id, change, editedBy }) => ({
      change,
      editedBy: partiesOf(editedBy, partyOf),
      isWanted: codes.has(id),
    }));
  const { versions, unseenText } =
    snapshots.length === 0 && finalCode === null
      ? { versions: [], unseenText: null }
      : await workers.run("followPad", { snapshots, finalText: finalCode?.text ?? null });
  let version: PadVersion = { text: "", otherLines: [] };
  const converted = items.flatMap((item) => {
    if (item.kind === "code") {
      if (!codes.has(item.id)) return [];
      version = versions.shift() ?? version;
    }
    return convert(item, { version, partyOf }) ?? [];
  });
  // Interviews from before the code history existed have only the final code.
  if (finalCode === null || unseenText === null) return converted;
  const at = new Date(booking.startsAt.getTime() + finalCode.atSeconds * 1000).toISOString();
  const left: InterviewItem = {
    kind: "code",
    id: derivedId(`code ${booking.id}`),
    at,
    language: finalCode.language,
    text: unseenText,
    editedBy: [],
  };
  return [...converted, left].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

interface Conversion {
  /** The pad at the time of this item. */
  version: PadVersion;
  partyOf: (userId: string) => Party | null;
}

function partiesOf(userIds: readonly string[], partyOf: Conversion["partyOf"]): Party[] {
  return userIds.map(partyOf).filter((party) => party !== null);
}

function convert(item: RoomRecordItem, { version, partyOf }: Conversion): InterviewItem | null {
  const { id, at } = item;
  if (item.kind === "phase") return { kind: "phase", id, at, phase: item.phase };
  if (item.kind === "code") {
    const editedBy = partiesOf(item.editedBy, partyOf);
    return { kind: "code", id, at, language: item.language, editedBy, ...version };
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
      const { text: code, otherLines } = version;
      return { kind: "run", ...common, language, code, output, outcome, durationMs, otherLines };
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

/** The absences of less than a minute in an interview, which its record does not show. */
export async function listShortAbsences(
  database: Database,
  booking: BookingRecord,
): Promise<NonNullable<InterviewRecord["shortAbsences"]>> {
  const { opensAt, closesAt } = roomTimes(booking);
  const visits = await selectVisits(database, booking.id, { from: opensAt, to: closesAt });
  return shortAbsences(visits).map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString() }));
}
