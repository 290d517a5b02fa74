import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findProvider } from "./meeting-store.ts";

/**
 * Whether a meeting of this provider takes place in our own room, which records who joins. At another provider nothing
 * is recorded, so an empty attendance proves nothing. `provider` is null before the meeting is created.
 */
export function isOwnRoom({ meetings }: Pick<Deps, "meetings">, provider: string | null): boolean {
  return (provider ?? meetings.hosted?.name ?? "room") === "room";
}

/** Whether a booking's meeting takes place in our own room. */
export async function isInOwnRoom(
  deps: Pick<Deps, "meetings">,
  database: Database | Tx,
  bookingId: string,
): Promise<boolean> {
  return isOwnRoom(deps, await findProvider(database, bookingId));
}
