import type { Database, Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { findProvider } from "./meeting-store.ts";

/**
 * Whether an interview takes place in our own room, which records who joins. At another provider nothing is recorded, so
 * an empty attendance proves nothing.
 */
export async function isInOwnRoom(
  { meetings }: Deps,
  database: Database | Tx,
  bookingId: string,
): Promise<boolean> {
  return ((await findProvider(database, bookingId)) ?? meetings.hosted?.name ?? "room") === "room";
}
