import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import type { Role } from "@greenroom/contract/people/accounts.ts";
import type { Tx } from "../../kernel/db/database.ts";

/* The rights of an account and of its sign-ins, which the operator's desk changes in its own transactions. */

export async function setRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx.updateTable("users").set({ role }).where("id", "=", userId).execute();
}

/** Null removes the operator's flag. */
export async function setOperatorLevel(tx: Tx, userId: string, level: OperatorLevel | null): Promise<void> {
  await tx
    .updateTable("users")
    .set({ isOperator: level !== null, operatorLevel: level })
    .where("id", "=", userId)
    .execute();
}

/** Lets a sign-in end at `end` unless it ends earlier. */
export async function endSignInBy(tx: Tx, sessionId: string, end: Date): Promise<void> {
  await tx
    .updateTable("authSessions")
    .set({ expiresAt: end })
    .where("id", "=", sessionId)
    .where("expiresAt", ">", end)
    .execute();
}
