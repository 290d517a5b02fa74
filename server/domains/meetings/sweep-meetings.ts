import type { Deps } from "../../deps.ts";
import { selectUnwanted } from "./host-store.ts";

/**
 * Deletes at the provider the meetings of ours that nobody wants: made for a server that died before it could write them
 * down, and for bookings that moved or were cancelled meanwhile. One host that cannot be asked holds no other up.
 */
export async function sweepMeetings({ database, meetings, log }: Deps): Promise<number> {
  const { hosted } = meetings;
  if (hosted === null) return 0;
  const sweep = async (hostId: string) => {
    // Listed first: whatever is in the list was written down as being asked for before it was.
    const found = await hosted.listMeetings(hostId);
    const unwanted = await selectUnwanted(database, found);
    for (const meetingId of unwanted) await hosted.remove(meetingId);
    if (unwanted.length > 0) log.warn({ hostId, count: unwanted.length }, "swept meetings that nobody wants");
    return unwanted.length;
  };
  const ends = await Promise.allSettled(hosted.hosts.map(sweep));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw new Error("a host's meetings could not be swept", { cause: failed.reason });
  return ends.reduce((sum, end) => sum + (end.status === "fulfilled" ? end.value : 0), 0);
}
