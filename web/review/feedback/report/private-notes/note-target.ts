import { inSentence } from "@greenroom/contract/review/rubrics/rubric.ts";
import type { TrackArea } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { UseFormReturn } from "react-hook-form";
import type { Answers } from "../answers.ts";

/** The field to which a line of the private notes is added: the notes on the area of this index, or the summary. */
export type NoteTarget = number | "summary";

export function targetLabel(target: NoteTarget, areas: readonly TrackArea[]): string {
  const area = target === "summary" ? undefined : areas[target];
  return area === undefined ? "the summary" : `the notes on ${inSentence(area.label)}`;
}

/** Adds a line at the end: to notes as a line of its own, to the summary as its next sentence. */
export function addNoteLine(form: UseFormReturn<Answers>, target: NoteTarget, line: string): void {
  const name = target === "summary" ? "summary" : (`areas.${target}.notes` as const);
  const before = form.getValues(name).trimEnd();
  const between = before === "" ? "" : target === "summary" ? " " : "\n";
  form.setValue(name, `${before}${between}${line}`, { shouldDirty: true, shouldValidate: true });
}
