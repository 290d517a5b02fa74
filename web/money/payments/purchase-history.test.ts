import { expect, it } from "vitest";
import { ledgerKindText, ledgerReasonText } from "./purchase-history.tsx";

it.each([
  ["grant", "Pro plan", "Bought", "Pro plan"],
  ["grant", "Bought Pro: 3 sessions", "Bought", "Pro plan"],
  ["grant", "Bought Basic: 1 session", "Bought", "Basic plan"],
  ["grant", "Your mentor's feedback was late", "Added", "Your mentor's feedback was late"],
  ["refund", "Refunded: Double payment", "Refunded", "Double payment"],
  ["taken-back", "Given by mistake", "Taken back", "Given by mistake"],
  ["spend", "Interview booked", "Spent", "Interview booked"],
  ["return", "The interviewer canceled", "Returned", "The interviewer canceled"],
] as const)("a %s for %j reads %s: %s", (kind, reason, what, why) => {
  expect(ledgerKindText({ kind, reason })).toBe(what);
  expect(ledgerReasonText({ reason })).toBe(why);
});
