import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import {
  type DueSum,
  selectDueOf,
  selectDuePage,
  selectDueSums,
  selectPaidOut,
  selectPayouts,
} from "./store.ts";

/** The amount due to each interviewer now; negative if an earning that was paid out was taken back. */
export async function listDuePayouts(database: Database | Tx): Promise<DueSum[]> {
  return await selectDueSums(database);
}

/** A page of the amounts due, by address. */
export async function listDuePage(database: Database, page: PageQuery) {
  return await selectDuePage(database, page);
}

/** The amount that is due to one interviewer now, and the deduction in it for earlier payouts. */
export async function findDueOf(database: Database | Tx, interviewerId: string) {
  return await selectDueOf(database, interviewerId);
}

/** The sum that was transferred to one interviewer, less the deductions of their payouts. */
export async function sumPaidOut(database: Database, interviewerId: string): Promise<Paise> {
  return await selectPaidOut(database, interviewerId);
}

/** All payouts, newest first. */
export async function listPayouts(database: Database, page: PageQuery) {
  return await selectPayouts(database, page);
}
