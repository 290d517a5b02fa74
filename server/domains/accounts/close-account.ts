import type { Database, Tx } from "../../db/database.ts";
import { deleteCodesOf } from "./code-store.ts";
import { anonymiseUser, endSessionsOf, getUser } from "./store.ts";

interface Closing {
  userId: string;
  email: string;
  /** Of a password that nobody has. */
  passwordHash: string;
  now: Date;
}

/** Where a person's codes go. */
export async function getAddress(database: Database, userId: string): Promise<string> {
  return (await getUser(database, userId)).email;
}

/** Takes from an account all that names its owner, blocks it and ends its sessions. The address is free to sign up with again. */
export async function closeAccount(tx: Tx, { userId, email, passwordHash, now }: Closing): Promise<void> {
  await endSessionsOf(tx, userId, now);
  await deleteCodesOf(tx, email);
  await anonymiseUser(tx, userId, { passwordHash, now });
}
