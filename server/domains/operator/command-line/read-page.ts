import { maxPageRows, type PageQuery } from "@greenroom/contract/core/page.ts";
import type { CommandInput } from "./command.ts";
import { readWholeNumber } from "./read-input.ts";

/** The options of a list that has pages, and how they stand in its usage. */
export const pageOptions = ["limit", "after"] as const;
export const pageUsage = `[--limit <1 to ${maxPageRows}>] [--after <place>]`;

const defaultRows = 50;

export function readPageOptions({ options: { limit, after } }: CommandInput): PageQuery & { limit: number } {
  return {
    limit:
      limit === undefined ? defaultRows : readWholeNumber(limit, "--limit", { min: 1, max: maxPageRows }),
    after,
  };
}

/** How to see the next page; nothing after the last one. */
export function explainNextPage(next: string | null): { more?: string } {
  return next === null ? {} : { more: `There are more. For the next page add: --after ${next}` };
}
