import type { Deps } from "../../deps.ts";
import { findAllocation, markRemoved } from "./host-store.ts";

/** Deletes at the provider the meeting of a seat that was released. Rejects with `unavailable`; then the job tries again. */
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
