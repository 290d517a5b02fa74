import type { Deps } from "../../../kernel/deps.ts";
import { deviceCutoff, pendingSignupSince, utcDay } from "../rules.ts";

/** How long requests for codes are kept; the limits look back 24 hours. */
const retentionMilliseconds = 2 * 86_400_000;

/**
 * Clears expired sign-up forms, and deletes old requests for codes, guesses, notices and browsers not seen
 * for 180 days.
 */
export async function purgeCodes({ database, clock }: Deps): Promise<void> {
  const now = clock.now();
  const oldestRetained = new Date(now.getTime() - retentionMilliseconds);
  await database
    .updateTable("codes")
    .set({ signup: null })
    .where("signup", "is not", null)
    .where("createdAt", "<=", pendingSignupSince(now))
    .execute();
  await database.deleteFrom("codes").where("createdAt", "<", oldestRetained).execute();
  await database.deleteFrom("codeGuesses").where("onDay", "<", utcDay(oldestRetained)).execute();
  await database.deleteFrom("lockoutNotices").where("createdAt", "<", oldestRetained).execute();
  await database.deleteFrom("knownDevices").where("lastSeenAt", "<=", deviceCutoff(now)).execute();
}
