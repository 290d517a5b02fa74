import type { Tx } from "../../db/database.ts";
import { selectBankQuestionIds } from "./store.ts";

/** The record items of these interviews that are questions of the bank, whose text no person wrote. */
export async function listBankQuestionIds(tx: Tx, bookingIds: readonly string[]): Promise<Set<string>> {
  return new Set(await selectBankQuestionIds(tx, bookingIds));
}
