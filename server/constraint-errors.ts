import { AppError } from "./core/errors.ts";
import { codeByConstraint, type KnownConstraint, violatedConstraint } from "./db/constraints.ts";
import { availabilityConstraintMessages } from "./domains/availability/rules.ts";
import { bookingConstraintMessages } from "./domains/bookings/constraint-messages.ts";
import { creditConstraintMessages } from "./domains/credits/constraint-messages.ts";
import { feedbackConstraintMessages } from "./domains/feedback/constraint-messages.ts";
import { payoutConstraintMessages } from "./domains/payouts/rules.ts";

/** The sentences of all domains. A constraint with a code and no sentence is a type error. */
const messages: Record<KnownConstraint, string> = {
  ...availabilityConstraintMessages,
  ...bookingConstraintMessages,
  ...creditConstraintMessages,
  ...feedbackConstraintMessages,
  ...payoutConstraintMessages,
};

/** The typed error for a violated database constraint, or null for any other error. */
export function toConstraintError(error: unknown): AppError | null {
  const constraint = violatedConstraint(error);
  return constraint === null ? null : errorForConstraint(constraint);
}

/** The typed error for a constraint by its name; null if we have no message for users. */
export function errorForConstraint(constraint: string): AppError | null {
  if (!Object.hasOwn(messages, constraint)) return null;
  const known = constraint as KnownConstraint;
  return new AppError(codeByConstraint[known], { msg: messages[known] });
}
