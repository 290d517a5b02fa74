import type { Tx } from "../../db/database.ts";
import { deleteWeek } from "./weekly-store.ts";

/** Takes a person's free slots, weekly hours and days off away. Hold their lock; throw the list away after the commit. */
export async function eraseAvailability(tx: Tx, interviewerId: string, now: Date): Promise<void> {
  await deleteWeek(tx, interviewerId, now);
}
