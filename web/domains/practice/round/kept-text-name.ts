import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";

/** The name under which the browser keeps what somebody writes in the open part of an answer; null if it has none. */
export function keptTextName({ id, stage, followUps }: PracticeAnswer): string | null {
  if (stage === "done") return null;
  if (stage !== "defend") return `practice-${id}-${stage}`;
  return `practice-${id}-defend-${followUps.findIndex(({ answer }) => answer === null)}`;
}
