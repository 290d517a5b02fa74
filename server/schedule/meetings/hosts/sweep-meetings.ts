import type { Deps } from "../../../kernel/deps.ts";
import { selectUnwantedMeetings } from "../host-store.ts";

/**
 * Deletes unwanted meetings of ours at the provider: those of servers that died before they could store them, and
 * those of bookings that moved or were canceled meanwhile. An unavailable host does not delay the others.
 */
export async function sweepMeetings({ database, meetings, log }: Deps): Promise<number> {
  const { hosted } = meetings;
  if (hosted === null) return 0;
  const sweep = async (hostId: string) => {
    // Listed first, because every meeting in the list was recorded as requested before it was created.
    const found = await hosted.listMeetings(hostId);
    const unwanted = await selectUnwantedMeetings(database, found);
    for (const meetingId of unwanted) await hosted.remove(meetingId);
    if (unwanted.length > 0) log.warn({ hostId, count: unwanted.length }, "deleted unwanted meetings");
    return unwanted.length;
  };
  const ends = await Promise.allSettled(hosted.hosts.map(sweep));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined)
    throw new Error("unwanted meetings of a host could not be deleted", { cause: failed.reason });
  return ends.reduce((sum, end) => sum + (end.status === "fulfilled" ? end.value : 0), 0);
}
