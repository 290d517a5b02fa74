import type { Tx } from "../../../kernel/db/database.ts";
import { hashPassword } from "../passwords/hash-password.ts";
import { insertUser } from "../store.ts";

interface NewAccount {
  email: string;
  firstName: string;
  lastName: string;
  mobileNumber: string;
  password: string;
}

/** Creates an account without a mailed code, for demo data. Returns its id; null if the address has an account. */
export async function createAccount(tx: Tx, account: NewAccount, now: Date): Promise<string | null> {
  const { email, firstName, lastName, mobileNumber, password } = account;
  const passwordHash = await hashPassword(password);
  const user = await insertUser(tx, { email, firstName, lastName, mobileNumber, passwordHash }, now);
  return user?.id ?? null;
}
