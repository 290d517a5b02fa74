import type { ApplicationState } from "@greenroom/contract/desk/applications.ts";
import { AppError } from "../../../kernel/errors.ts";

/**
 * If nothing happens for this many days after an operator wrote to an applicant, the application waits for an
 * operator again.
 */
export const answerDays = 7;
/**
 * An application is kept for this many days after the decision, or, if it is undecided, after our last answer or after
 * it was sent.
 */
export const applicationRetentionDays = 180;

const sentences: Partial<Record<ApplicationState, string>> = {
  approved: "This application is approved already.",
  declined: "This application was declined. The person can apply again.",
};

/** Throws `conflict` for an application that is already decided. */
export function checkUndecided(state: string): void {
  const sentence = sentences[state as ApplicationState];
  if (sentence !== undefined) throw new AppError("conflict", { msg: sentence });
}
