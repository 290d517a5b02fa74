import { rebuildCode } from "@greenroom/contract/room/code-history.ts";
import type { Database } from "../../../kernel/db/database.ts";
import { type Snapshot, selectSnapshots } from "./snapshot-store.ts";

/**
 * The snapshots of an interview's pad since a time, oldest first. The first one contains the whole text if the
 * snapshot that it builds on is left out.
 */
export async function listSnapshots(database: Database, bookingId: string, since: Date): Promise<Snapshot[]> {
  const snapshots = await selectSnapshots(database, bookingId);
  const first = snapshots.findIndex(({ takenAt }) => takenAt >= since);
  if (first < 0) return [];
  if (first === 0) return snapshots;
  const text = rebuildCode(
    snapshots.map(({ change }) => change),
    first,
  );
  return snapshots
    .slice(first)
    .map((snapshot, index) => (index === 0 ? { ...snapshot, change: { text } } : snapshot));
}
