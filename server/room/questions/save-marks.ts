import type { AskedQuestion, QuestionMarks } from "@greenroom/contract/room/room-questions.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { getHostedBooking } from "../notes.ts";
import { type AskedReference, getAsked } from "./get-asked.ts";
import { presentAsked } from "./present.ts";
import { upsertMarks } from "./store.ts";

interface SentMarks extends AskedReference, Pick<QuestionMarks, "note" | "outcome"> {
  /** In the order of the criteria. */
  scores: (number | null)[];
}

/**
 * Saves the interviewer's private marks, also after the room has closed. Throws `not_found`, `invalid_input` if the
 * number of scores differs from the number of criteria, and `too_many_requests`.
 */
export async function saveMarks(
  deps: Deps,
  actor: Actor,
  { scores, note, outcome, ...reference }: SentMarks,
): Promise<AskedQuestion> {
  await getHostedBooking(deps, actor, reference.bookingId);
  const asked = await getAsked(deps.database, actor, reference);
  const { criteria } = asked.marks;
  if (scores.length !== criteria.length) {
    throw invalidField("scores", `This question has ${criteria.length} criteria. Send one score for each.`);
  }
  const marks: QuestionMarks = {
    criteria: criteria.map(({ name }, index) => ({ name, score: scores[index] ?? null })),
    note,
    outcome,
  };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await upsertMarks(tx, { ...asked, marks, now: deps.clock.now() });
  });
  return presentAsked({ ...asked, marks });
}
