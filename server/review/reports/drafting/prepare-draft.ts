import type { LeftOut } from "@greenroom/contract/schedule/report-shape.ts";
import { itemsOf } from "../measuring/measure.ts";
import { withoutInstructions } from "../verification/planted-orders.ts";
import { isOf } from "../verification/quotable-text.ts";
import { type DraftData, draftParts } from "./prompt.ts";

declare module "../../../workers/worker-pool.ts" {
  interface Tasks {
    prepareDraft: typeof prepareDraft;
  }
}

export interface PreparedDraft {
  /** The text before the record. */
  opening: string;
  /** The record's items, one line each. */
  lines: string[];
  /** What a request has no room for. */
  leftOut: LeftOut[];
  /** The ids of the items by their names: `i1` is the first. */
  itemIds: string[];
  /** False if the interviewee left no text that a claim could quote. */
  hasWords: boolean;
}

/** The data of a draft: the record without text that addresses judges. Runs in a worker process. */
export function prepareDraft(
  { record, goal, rubric }: DraftData,
  clean = withoutInstructions(record),
): PreparedDraft {
  const hasWords =
    clean.items.some((item) => isOf(item, "interviewee") && item.kind !== "presence") ||
    itemsOf(clean, "utterance").length > 0;
  return {
    ...draftParts({ record: clean, goal, rubric }),
    itemIds: clean.items.map(({ id }) => id),
    hasWords,
  };
}
