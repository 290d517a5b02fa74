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
 * Whether a password is easy to guess. The first call of a process loads the word lists: a few tenths of a second, and
 * 27 MB that stay.
 */
export async function ratePassword({ password, personal }: RatedPassword): Promise<{ isEasy: boolean }> {
  const { isEasyToGuess } = await import("@greenroom/contract/people/password-strength.ts");
  return { isEasy: isEasyToGuess(password, personal) };
}
