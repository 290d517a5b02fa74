import type { Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { releaseAllocation } from "./host-store.ts";
import { removeMeeting } from "./job-definitions.ts";

/** Frees the host's seat that a booking has, and has its meeting deleted at the provider. In our own room there is nothing to do. */
export async function withdrawMeeting(deps: Deps, tx: Tx, bookingId: string): Promise<void> {
  const released = await releaseAllocation(tx, bookingId);
  // One that is being asked for this moment has no number yet: whoever asks finds the seat released, or the sweep does.
  if (released === null || released.meetingId === null) return;
  await deps.jobs.send(tx, removeMeeting, { allocationId: released.id });
}
