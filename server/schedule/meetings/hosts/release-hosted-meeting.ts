import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { findAllocation, markRemoved, releaseAllocation } from "../host-store.ts";
import { removeMeeting } from "../job-definitions.ts";

/**
 * Releases the host's seat of a booking, and has its meeting deleted at the provider. Does nothing for our own
 * room.
 */
export async function releaseHostedMeeting(deps: Deps, tx: Tx, bookingId: string): Promise<void> {
  const released = await releaseAllocation(tx, bookingId);
  // A meeting that is being created has no id yet. Its creator finds the seat released, or the sweep deletes the
  // meeting.
  if (released === null || released.meetingId === null) return;
  await deps.jobs.enqueue(tx, removeMeeting, { allocationId: released.id });
}

/** Deletes the meeting of a released seat at the provider. Rejects with `unavailable`; then the job is retried. */
export async function removeReleasedMeeting(
  { database, meetings }: Deps,
  { allocationId }: { allocationId: string },
): Promise<void> {
  const released = await findAllocation(database, allocationId);
  if (released === null || released.state !== "released" || released.meetingId === null) return;
  if (meetings.hosted === null) throw new Error("the meeting's provider is not in use now");
  await meetings.hosted.remove(released.meetingId);
  await markRemoved(database, allocationId);
}
