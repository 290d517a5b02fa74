import type { Quote } from "@greenroom/contract/money/plans.ts";
import { expect, it } from "vitest";
import { cheaperCouponText } from "./purchase-panel.tsx";

const quote: Quote = {
  planType: "Basic",
  listPrice: 399,
  lines: [],
  coupon: "CAMPUS10",
  newPrice: 359,
  amount: 359,
};

it.each<[string, Partial<Quote>, string | null]>([
  [
    "a coupon that costs more",
    { cheaper: { coupon: "HAI50", newPrice: 99 } },
    "With CAMPUS10 you pay ₹359; with HAI50, which is applied automatically, only ₹99.",
  ],
  ["a coupon that saves", {}, null],
  ["no coupon", { coupon: null }, null],
])("%s", (_case, change, words) => {
  expect(cheaperCouponText({ ...quote, ...change })).toBe(words);
});
