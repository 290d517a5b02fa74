import { cutText } from "@greenroom/contract/kernel/cut-text.ts";
import type { PlannedExercise } from "@greenroom/contract/schedule/report-shape.ts";
import type { VerifiedClaim } from "../verification/verify-claims.ts";

const titleCharacters = 120;
const exerciseCharacters = 600;

/**
 * The exercises that claims propose, those of improvements first, without duplicate titles; of strengths only one, at
 * the end.
 */
export function planExercisesOf(claims: readonly VerifiedClaim[]): PlannedExercise[] {
  const proposing = claims.filter(({ exercise }) => exercise.text !== "");
  const ordered = [
    ...proposing.filter(({ kind }) => kind === "improvement"),
    ...proposing.filter(({ kind }) => kind === "observation"),
    ...proposing.filter(({ kind }) => kind === "strength").slice(0, 1),
  ];
  const titles = new Set<string>();
  return ordered.flatMap(({ id, exercise }) => {
    const title = shorten(exercise.title === "" ? exercise.text : exercise.title, titleCharacters);
    if (titles.has(title)) return [];
    titles.add(title);
    const text = shorten(exercise.text, exerciseCharacters);
    return [{ claimId: id, title, exercise: text, questionId: null, drillId: null }];
  });
}

/** Shortens a text at a word boundary. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = cutText(text, most - 1);
  return `${cutText(cut, Math.max(cut.lastIndexOf(" "), most / 2))}…`;
}
