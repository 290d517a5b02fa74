import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { type AskedRow, findAsked } from "./store.ts";

export interface AskedReference {
  bookingId: string;
  askedId: string;
}

/** A question that the actor showed in this interview. Throws `not_found`. */
export async function getAsked(
  database: Database | Tx,
  actor: Actor,
  { bookingId, askedId }: AskedReference,
): Promise<AskedRow> {
  const asked = await findAsked(database, askedId);
  if (asked === null || asked.bookingId !== bookingId || asked.interviewerId !== actor.userId) {
    throw new AppError("not_found", { msg: "This question was not asked in this interview." });
  }
  return asked;
}
