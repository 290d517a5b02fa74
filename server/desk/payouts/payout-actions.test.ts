import { expect, test } from "vitest";
import { leftText } from "./payout-actions.ts";

test.each([
  [1, "1 interviewer does not fit and is left for the next export."],
  [2, "2 interviewers do not fit and are left for the next export."],
])("%i interviewers over the limit of an export", (count, text) => {
  expect(leftText(count)).toBe(text);
});
