import type { Tx } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { publishOnCommit } from "./room-events.ts";

/** Makes everyone in a booking's room reload it, because it was ended, canceled or reported. */
export async function notifyRoomChanged(deps: Pick<Deps, "clock">, tx: Tx, bookingId: string): Promise<void> {
  await publishOnCommit(tx, deps, bookingId, { connectionId: "", userId: "", event: { kind: "booking" } });
}
