import { Option } from "@commander-js/extra-typings";
import { maxPageRows } from "@greenroom/contract/core/page.ts";
import { wholeNumberReader } from "./read-input.ts";

/** The options of a list that has pages. */
export const limitOption = new Option("--limit <rows>", `rows to show, from 1 to ${maxPageRows}`)
  .argParser(wholeNumberReader("--limit", { min: 1, max: maxPageRows }))
  .default(50);
export const afterOption = new Option(
  "--after <place>",
  "show the next page: the place that the last one ended with",
);

export const csvOption = new Option("--csv", "write all rows as a file");

/** How to see the next page; nothing after the last one. */
export function explainNextPage(next: string | null): { more?: string } {
  return next === null ? {} : { more: `There are more. For the next page add: --after ${next}` };
}
