import type { Deps } from "../../../kernel/deps.ts";
import { getUser } from "../store.ts";
import { verifyPassword } from "./hash-password.ts";

/** Checks the password of a signed-in user. The caller limits the attempts. */
export async function isPasswordOf(
  { database }: Pick<Deps, "database">,
  userId: string,
  password: string,
): Promise<boolean> {
  const { passwordHash } = await getUser(database, userId);
  return await verifyPassword(passwordHash, password);
}
