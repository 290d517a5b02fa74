import type { Tx } from "../../kernel/db/database.ts";
import { deleteDrillsOf } from "./store.ts";

/** Deletes all drill data of a person who closes their account. */
export async function eraseDrills(tx: Tx, userId: string): Promise<void> {
  await deleteDrillsOf(tx, userId);
}
