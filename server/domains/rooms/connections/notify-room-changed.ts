import type { Tx } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { publishRoomEvent } from "./room-events.ts";

/**
 * Makes everyone in a booking's room reload it, because it was ended, canceled or reported. PostgreSQL delivers the
 * notification when the transaction commits, and never after a rollback.
 */
export async function notifyRoomChanged(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  bookingId: string,
): Promise<void> {
  await publishRoomEvent({ database: tx, clock }, bookingId, {
    connectionId: "",
    userId: "",
    event: { kind: "booking" },
  });
}
