import type { Tx } from "../../../db/database.ts";
import { eraseAddress } from "./store.ts";

/** Removes the address of a person who deletes their account from the approvals that name them. */
export async function eraseFromApprovals(tx: Tx, email: string): Promise<void> {
  await eraseAddress(tx, email);
}
