import type { CodeChange } from "@greenroom/contract/rooms/code-history.ts";
import { newId } from "../../../core/ids.ts";
import { inTransaction, lockSubjects } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { maxSnapshotBytes, maxSnapshots, snapshotSeconds, snapshotsPerWholeText } from "../../rooms/rules.ts";
import { changeBetween, storableText } from "./code-change.ts";
import { findLastSnapshot, insertSnapshot, selectPadFacts } from "./snapshot-store.ts";

interface CodeNow {
  bookingId: string;
  text: string;
  at: Date;
  /** When each person last edited, as far as this server knows. */
  editors: ReadonlyMap<string, Date>;
  /** True for a snapshot that is only due by time. It is skipped if another server took one a moment ago. */
  isSpaced: boolean;
}

/**
 * Stores the current text of a pad if it changed. A lock makes servers take turns, so that two of them never store
 * the same change. "full" means that the interview's history has reached its limit.
 */
export async function takeSnapshot(
  deps: Pick<Deps, "database">,
  { bookingId, at, editors, isSpaced, ...now }: CodeNow,
): Promise<"taken" | "unchanged" | "too-soon" | "full"> {
  const text = storableText(now.text);
  return await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`code history of ${bookingId}`]);
    const last = await findLastSnapshot(tx, bookingId);
    const { language, intervieweeId, interviewerId } = await selectPadFacts(tx, bookingId);
    const isSame = last === null ? text === "" : text === last.text && language === last.language;
    if (isSame) return "unchanged";
    const position = last === null ? 0 : last.position + 1;
    // The clocks of two servers differ a little, and times in the history must not decrease.
    const takenAt = last !== null && last.takenAt > at ? last.takenAt : at;
    if (isSpaced && last !== null && takenAt.getTime() - last.takenAt.getTime() < snapshotSeconds * 1000) {
      return "too-soon";
    }
    const change = last === null ? { text } : shorterChange(last.text, text, position);
    const totalBytes = (last?.totalBytes ?? 0) + bytesOf(change);
    if (position >= maxSnapshots || totalBytes > maxSnapshotBytes) return "full";
    const hasEdited = (userId: string) => {
      const editedAt = editors.get(userId);
      return editedAt !== undefined && (last === null || editedAt >= last.takenAt);
    };
    await insertSnapshot(tx, {
      id: newId(),
      bookingId,
      position,
      takenAt,
      language,
      editedBy: [
        ...(hasEdited(intervieweeId) ? (["interviewee"] as const) : []),
        ...(hasEdited(interviewerId) ? (["interviewer"] as const) : []),
      ],
      change,
      totalBytes,
    });
    return "taken";
  });
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
