import type { Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { tellRoom } from "./room-relay.ts";

/**
 * Has everybody who is in a booking's room look at it anew: it was ended, called off or reported on. PostgreSQL sends the
 * word when the transaction commits, and never for one that rolled back.
 */
export async function tellRoomChanged(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  bookingId: string,
): Promise<void> {
  await tellRoom({ database: tx, clock }, bookingId, { seatId: "", userId: "", news: { kind: "booking" } });
}
