import type { CodeChange } from "@greenroom/contract/room/code-history.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { newId } from "../../../kernel/ids.ts";
import {
  historyLimits,
  maxSnapshotBytes,
  maxSnapshots,
  runSnapshotSeconds,
  snapshotSeconds,
  snapshotsPerWholeText,
} from "../../rules.ts";
import { changeBetween, storableText } from "./code-change.ts";
import {
  deleteSnapshot,
  findLastSnapshots,
  putSnapshot,
  type SnapshotWithText,
  selectPadFacts,
} from "./snapshot-store.ts";

/**
 * Why a snapshot is taken. One that is only due by time is skipped if another server took one a moment ago. "moment" is
 * the end of a phase, of the interview, or of the last connection.
 */
export type SnapshotReason = "time" | "run" | "moment";

interface CodeNow {
  bookingId: string;
  text: string;
  at: Date;
  /** When each person last edited, as far as this server knows. */
  editors: ReadonlyMap<string, Date>;
  reason: SnapshotReason;
}

/**
 * Stores the current text of a pad if it changed. A lock makes servers take turns, so that two of them never store
 * the same change. The text replaces the newest snapshot if runs follow each other fast, or if the history already
 * contains as much as it may at this time of the interview. "full" means that it has reached its last limit.
 */
export async function takeSnapshot(
  deps: Pick<Deps, "database">,
  { bookingId, at, editors, reason, ...now }: CodeNow,
): Promise<"taken" | "unchanged" | "too-soon" | "full"> {
  const text = storableText(now.text);
  return await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`code history of ${bookingId}`]);
    const { last, before } = await findLastSnapshots(tx, bookingId);
    const { language, intervieweeId, interviewerId, startsAt, endsAt } = await selectPadFacts(tx, bookingId);
    const isIn = (snapshot: SnapshotWithText | null) =>
      snapshot === null ? text === "" : text === snapshot.text && language === snapshot.language;
    if (isIn(last)) return "unchanged";
    // The clocks of two servers differ a little, and times in the history must not decrease.
    const takenAt = last !== null && last.takenAt > at ? last.takenAt : at;
    const isSoon = last !== null && takenAt.getTime() - last.takenAt.getTime() < snapshotSeconds * 1000;
    if (reason === "time" && isSoon) return "too-soon";
    const appended = follow(last, text);
    const limits = historyLimits(startsAt, endsAt, takenAt);
    const isCrowded = appended.position >= limits.snapshots;
    const spacing = isCrowded ? snapshotSeconds : reason === "run" ? runSnapshotSeconds : 0;
    const replaced =
      last !== null &&
      (isInSamePeriod(last.takenAt, takenAt, spacing) ||
        appended.position >= maxSnapshots ||
        appended.totalBytes > limits.bytes)
        ? last
        : null;
    if (replaced !== null && isIn(before)) {
      await deleteSnapshot(tx, replaced.id);
      return "taken";
    }
    const next = replaced === null ? appended : follow(before, text);
    if (next.totalBytes > maxSnapshotBytes) return "full";
    const hasEdited = (userId: string, party: Party) => {
      const editedAt = editors.get(userId);
      const isSinceLast = editedAt !== undefined && (last === null || editedAt >= last.takenAt);
      return isSinceLast || replaced?.editedBy.includes(party) === true;
    };
    await putSnapshot(tx, {
      ...next,
      id: replaced?.id ?? newId(),
      bookingId,
      takenAt,
      language,
      editedBy: [
        ...(hasEdited(intervieweeId, "interviewee") ? (["interviewee"] as const) : []),
        ...(hasEdited(interviewerId, "interviewer") ? (["interviewer"] as const) : []),
      ],
    });
    return "taken";
  });
}

/** Periods have fixed borders, so that a run in every second still adds a snapshot in each period. */
function isInSamePeriod(one: Date, other: Date, seconds: number): boolean {
  const period = (instant: Date) => Math.floor(instant.getTime() / (seconds * 1000));
  return seconds > 0 && period(one) === period(other);
}

/** A text as the snapshot after `last`. */
function follow(last: SnapshotWithText | null, text: string) {
  const position = last === null ? 0 : last.position + 1;
  const change = last === null ? { text } : shorterChange(last.text, text, position);
  return { position, change, totalBytes: (last?.totalBytes ?? 0) + bytesOf(change) };
}

/**
 * Returns a difference, or the whole text now and then, so that reading one moment does not need the whole history.
 */
function shorterChange(before: string, text: string, position: number): CodeChange {
  if (position % snapshotsPerWholeText === 0) return { text };
  const change = changeBetween(before, text);
  return change.insert.length < text.length ? change : { text };
}

function bytesOf(change: CodeChange): number {
  return Buffer.byteLength("text" in change ? change.text : change.insert);
}
