import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PriceLine } from "@greenroom/contract/money/plans.ts";
import type { FollowUpSource } from "@greenroom/contract/practice/rounds.ts";

/*
 * What `jsonb` columns contain, where the contract has no type for it. The area that writes the column gives it its
 * meaning. A change must be able to read what earlier versions stored.
 */

/** `quotes.lines`: a part of a price. */
export interface QuoteLine {
  label: string;
  kind: PriceLine["kind"];
  amountPaise: Paise;
}

/** `practice_answers.follow_ups` */
export interface AskedFollowUp {
  /** The index of the bank's follow-up that is asked, or that a model adapted or replaced. */
  index: number;
  ask: string;
  answer: string | null;
  /** Missing in follow-ups from before models took part, which are all the bank's. */
  source?: FollowUpSource;
  answeredAt?: string;
  /** Why the model was not asked, with the source `fallback`. */
  paused?: "limit" | "off";
  /** The model that wrote it, and the version of its prompt; missing if the bank did. */
  writtenBy?: { model: string; promptVersion: string };
}

/** `room_questions.hints` */
export interface ShownHint {
  /** Its index in the question. */
  index: number;
  text: string;
  /** ISO 8601. */
  shownAt: string;
}

/** `codes.signup`: the account that a sign-up creates once its code is entered; the password is already hashed. */
export interface PendingSignup {
  firstName: string;
  lastName: string;
  mobileNumber: string;
  passwordHash: string;
}
