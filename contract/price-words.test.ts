import { describe, expect, it } from "vitest";
import type { Plan } from "./plans.ts";
import { formatPrice, offerWords, priceParts } from "./price-words.ts";

describe("formatPrice", () => {
  it.each([
    [99, "₹99"],
    [1499, "₹1,499"],
    [-200, "−₹200"],
    [848.5, "₹848.50"],
    [0, "₹0"],
  ])("%d is %s", (rupees, text) => {
    expect(formatPrice(rupees)).toBe(text);
  });

  it.each([1, 10, 999, 1000, 99_999, 100_000, 9_999_999, 10_000_000, 1_234_567_890, 0.5, 166.33, 123_456.05])(
    "%d is what Intl.NumberFormat makes of it",
    (rupees) => {
      const digits = Number.isInteger(rupees) ? 0 : 2;
      const oracle = new Intl.NumberFormat("en-IN", {
        style: "currency",
        currency: "INR",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      expect(formatPrice(rupees)).toBe(oracle.format(rupees));
    },
  );
});

describe("priceParts", () => {
  const list = { label: "List price", kind: "list" as const, amount: 399 };
  const coupon = { label: "HAI50", kind: "coupon" as const, amount: -200 };
  const founding = { label: "Founding member", kind: "founding" as const, amount: -100 };
  it.each([
    [
      { lines: [list, coupon, founding], sessions: 1, pricePerSession: 99 },
      "HAI50 −₹200 · founding member −₹100",
    ],
    [{ lines: [list, coupon], sessions: 3, pricePerSession: 166 }, "HAI50 −₹200 · ₹166 an interview"],
    [{ lines: [list], sessions: 1, pricePerSession: 399 }, ""],
  ])("%#", (plan, text) => {
    expect(priceParts(plan)).toBe(text);
  });
});

describe("offerWords", () => {
  const coupon = { label: "HAI50", kind: "coupon" as const, amount: -200 };
  const founding = { label: "Founding member", kind: "founding" as const, amount: -100 };
  it("names what is taken off which plan", () => {
    const plans = [
      plan("Basic", [coupon, founding]),
      plan("Pro", [{ ...coupon, amount: -500 }]),
      plan("Premium", [{ ...coupon, amount: -750 }]),
    ];
    expect(offerWords(plans)).toBe(
      "Yes. HAI50 is applied by itself: ₹200 off Basic, ₹500 off Pro and ₹750 off Premium. " +
        "The first members also get another ₹100 off Basic, while places last.",
    );
  });
  it("says so when there is none", () => {
    expect(offerWords([plan("Basic", [])])).toMatch(/^Not at the moment/);
  });
});

function plan(planType: "Basic" | "Pro" | "Premium", lines: Plan["lines"]): Plan {
  const base = { sessions: 1, features: [], highlight: false, listPrice: 399, coupon: null };
  return { ...base, planType, title: planType, lines, newPrice: 99, amount: 99, pricePerSession: 99 };
}
