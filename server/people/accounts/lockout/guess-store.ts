import { sql } from "kysely";
import type { Tx } from "../../../kernel/db/database.ts";
import { maxGuessesPerDay, type OneTimeCodePurpose } from "../rules.ts";

/**
 * Counts one of the day's guesses by a browser that did not request the code. Returns false if the day's budget is
 * used up.
 */
export async function countGuess(
  tx: Tx,
  purpose: OneTimeCodePurpose,
  email: string,
  day: string,
): Promise<boolean> {
  const counted = await sql<{ guesses: number }>`
    insert into code_guesses (email, purpose, on_day, guesses) values (${email}, ${purpose}, ${day}, 1)
    on conflict (email, purpose, on_day) do update set guesses = code_guesses.guesses + 1
      where code_guesses.guesses < ${maxGuessesPerDay}
    returning guesses`.execute(tx);
  return counted.rows.length === 1;
}

/** Removes a correct guess from the day's count. */
export async function forgetCorrectGuess(
  tx: Tx,
  purpose: OneTimeCodePurpose,
  email: string,
  day: string,
): Promise<void> {
  await tx
    .updateTable("codeGuesses")
    .set((expression) => ({ guesses: expression("guesses", "-", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("onDay", "=", day)
    .execute();
}
