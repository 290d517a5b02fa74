declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    ratePassword: typeof ratePassword;
  }
}
export interface RatedPassword {
  password: string;
  /** Its owner's address and names. */
  personal: readonly string[];
}

/**
 * Why a password is easy to guess; null if it is not. The first call of a process loads the word lists: a few tenths of
 * a second, and 27 MB that stay.
 */
export async function ratePassword({
  password,
  personal,
}: RatedPassword): Promise<{ weakness: string | null }> {
  const { findWeakness } = await import("./password-strength.ts");
  return { weakness: findWeakness(password, personal) };
}
