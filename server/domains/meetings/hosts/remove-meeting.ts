import type { Deps } from "../../../deps.ts";
import { findAllocation, markRemoved } from "./host-store.ts";

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
