import type { Plan, PriceLine } from "./plans.ts";

/*
 * Prices as people read them, the same on both sides. money.ts brings zod along, which a public page does without
 * (web/api/README.md), so this file imports types only.
 */
/**
 * Rupees as people read them: `₹499`, `₹1,499`, `₹1,00,000`, `−₹200`, paise only where there are any. As Intl.NumberFormat
 * writes them for India, the minus aside; but to make one takes a phone as long as to draw the page that it is made for.
 */
export function formatPrice(rupees: number): string {
  const [whole = "", paise] = Math.abs(rupees)
    .toFixed(Number.isInteger(rupees) ? 0 : 2)
    .split(".");
  const grouped = whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ",");
  return `${rupees < 0 ? "−" : ""}₹${grouped}${paise === undefined ? "" : `.${paise}`}`;
}

/** `1 interview`, `3 interviews`. */
export function countInterviews(sessions: number): string {
  return sessions === 1 ? "1 interview" : `${sessions} interviews`;
}

function part({ kind, label, amount }: PriceLine): string {
  return `${kind === "founding" ? label.toLowerCase() : label} ${formatPrice(amount)}`;
}

/** What stands under a card's price: `HAI50 −₹500 · ₹166 an interview`; empty when there is nothing to say. */
export function priceParts({
  lines,
  sessions,
  pricePerSession,
}: Pick<Plan, "lines" | "sessions" | "pricePerSession">): string {
  return [
    ...lines.filter(({ kind }) => kind !== "list").map(part),
    ...(sessions > 1 ? [`${formatPrice(pricePerSession)} an interview`] : []),
  ].join(" · ");
}

/** A plan's card in words. */
export interface PlanWords {
  interviews: string;
  price: string;
  /** The list price that is struck out; empty when nothing is taken off it. */
  struck: string;
  /** What a screen reader says before it. */
  instead: string;
  parts: string;
  features: string[];
  /** Rupees as a bare number, for search engines. */
  amount: string;
}

export function planWords(plan: Plan): PlanWords {
  const isReduced = plan.newPrice < plan.listPrice;
  return {
    interviews: countInterviews(plan.sessions),
    price: formatPrice(plan.newPrice),
    struck: isReduced ? formatPrice(plan.listPrice) : "",
    instead: isReduced ? "instead of " : "",
    parts: priceParts(plan),
    features: plan.features,
    amount: String(plan.newPrice),
  };
}

/** What is taken off at the moment, as one answer to "is there an offer?". */
export function offerWords(plans: readonly Plan[]): string {
  const taken = (kind: PriceLine["kind"]) =>
    plans.flatMap(({ title, lines }) => {
      const line = lines.find((candidate) => candidate.kind === kind);
      return line === undefined ? [] : [{ title, label: line.label, off: formatPrice(-line.amount) }];
    });
  const coupon = taken("coupon");
  const founding = taken("founding");
  if (coupon.length === 0) return "Not at the moment. The prices on the pricing page are what you pay.";
  const offs = coupon.map(({ off, title }) => `${off} off ${title}`);
  const offer = `Yes. ${coupon[0]?.label} is applied by itself: ${inASentence(offs)}.`;
  if (founding.length === 0) return offer;
  const extra = founding.map(({ off, title }) => `another ${off} off ${title}`);
  return `${offer} The first members also get ${inASentence(extra)}, while places last.`;
}

function inASentence(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
