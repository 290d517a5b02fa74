import type { Plan, PlanType, PriceLine } from "../money/plans.ts";
import { describeMentorFacts, type MentorFactsText } from "./mentor-facts.ts";
import type { MentorView } from "./mentor-views.ts";
import type { Site } from "./site.ts";

/* Prices as texts, the same on both sides. money.ts imports zod, which public pages must not load
   (web/README.md), so this file imports types only. */
/**
 * Rupees as text: `₹499`, `₹1,499`, `₹1,00,000`, `−₹200`, with paise only when needed. The same as
 * Intl.NumberFormat for India except for the minus, but on a phone creating one takes as long as drawing the
 * page.
 */
export function formatPrice(rupees: number): string {
  const [whole = "", paise] = Math.abs(rupees)
    .toFixed(Number.isInteger(rupees) ? 0 : 2)
    .split(".");
  const grouped = whole.replace(/\B(?=(\d{2})*\d{3}$)/g, ",");
  return `${rupees < 0 ? "−" : ""}₹${grouped}${paise === undefined ? "" : `.${paise}`}`;
}

/** `1 interview`, `3 interviews`. */
export function formatInterviewCount(sessions: number): string {
  return sessions === 1 ? "1 interview" : `${sessions} interviews`;
}

/**
 * The line under a card's price: `HAI50 −₹500 · ₹166 an interview`. A plan of one interview has its price above already,
 * and its founding discount on a line of its own.
 */
export function formatPriceBreakdown({
  lines,
  sessions,
  newPrice,
}: Pick<Plan, "lines" | "sessions" | "newPrice">): string {
  const lasting = lines.filter(({ kind }) => kind === "coupon");
  return [
    ...lasting.map(({ label, amount }) => `${label} ${formatPrice(amount)}`),
    ...(sessions === 1 ? [] : [`${formatPrice(Math.round(newPrice / sessions))} an interview`]),
  ].join(" · ");
}

/** `First interview: ₹100 off, then ₹199`; empty without a founding place. */
export function formatFirstOffer({ lines, newPrice }: Pick<Plan, "lines" | "newPrice">): string {
  const founding = findFounding(lines);
  if (founding === undefined) return "";
  return `First interview: ${formatPrice(-founding.amount)} off, then ${formatPrice(newPrice - founding.amount)}`;
}

const findFounding = (lines: readonly PriceLine[]) => lines.find(({ kind }) => kind === "founding");

/** The texts of a plan's card. */
export interface PlanText {
  interviews: string;
  price: string;
  /** The struck-out list price; empty without a discount. */
  strikethroughPrice: string;
  /** Read by a screen reader before it. */
  strikethroughPrefix: string;
  breakdown: string;
  /** The founding discount, on a line of its own; empty without one. */
  firstOffer: string;
  features: string[];
  /** Rupees as a plain number, for search engines. */
  amount: string;
}

export function buildPlanText(plan: Plan): PlanText {
  const isReduced = plan.newPrice < plan.listPrice;
  return {
    interviews: formatInterviewCount(plan.sessions),
    price: formatPrice(plan.newPrice),
    strikethroughPrice: isReduced ? formatPrice(plan.listPrice) : "",
    strikethroughPrefix: isReduced ? "instead of " : "",
    breakdown: formatPriceBreakdown(plan),
    firstOffer: formatFirstOffer(plan),
    features: plan.features,
    amount: String(plan.newPrice),
  };
}

/** The current discounts, as an answer to "is there an offer?". */
export function describeOffer(plans: readonly Plan[]): string {
  const discountsOfKind = (kind: PriceLine["kind"]) =>
    plans.flatMap(({ title, lines }) => {
      const line = lines.find((candidate) => candidate.kind === kind);
      return line === undefined ? [] : [{ title, label: line.label, off: formatPrice(-line.amount) }];
    });
  const coupon = discountsOfKind("coupon");
  const founding = discountsOfKind("founding");
  if (coupon.length === 0) return "Not at the moment. The prices on the pricing page are what you pay.";
  const discounts = coupon.map(({ off, title }) => `${off} off ${title}`);
  const offer = `Yes. ${coupon[0]?.label} is applied automatically: ${joinWithAnd(discounts)}.`;
  if (founding.length === 0) return offer;
  const extra = founding.map(({ off, title }) => `another ${off} off with ${title}`);
  return `${offer} Your first interview is ${joinWithAnd(extra)}, while places last.`;
}

/**
 * The offer in one line for the pricing page: `50% off all plans with HAI50, applied automatically`; empty
 * without one.
 */
export function describeCoupon(plans: readonly Plan[]): string {
  const discounts = plans.flatMap(({ lines, listPrice }) => {
    const line = lines.find(({ kind }) => kind === "coupon");
    // Prices are whole rupees, so a half can differ from 50 % by a few paise.
    return line === undefined
      ? []
      : [{ code: line.label, percent: Math.floor((-100 * line.amount) / listPrice) }];
  });
  const [first] = discounts;
  if (first === undefined) return "";
  const isForAll =
    discounts.length === plans.length &&
    discounts.every(({ code, percent }) => code === first.code && percent === first.percent);
  return isForAll
    ? `${first.percent}% off all plans with ${first.code}, applied automatically`
    : `${first.code} is applied automatically`;
}

function joinWithAnd(items: string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Data for pages that only the running server knows. It is filled into every page that is sent. */
export interface PageData {
  site: Site;
  /** The plans at a visitor's prices. */
  plans: Plan[];
  /** The public address, without a trailing slash. */
  publicUrl: string;
  /** The year in the business's time zone. */
  year: number;
  /** What a mentors' page shows; absent on other pages. */
  view?: MentorView;
}

/** What the server fills into a mentors' page, in its template: `⟦view.title⟧`. */
export const viewParts = ["title", "description", "path", "graph", "content"] as const;
export const viewPlaceholder = (part: (typeof viewParts)[number]): string => `⟦view.${part}⟧`;

/** The same data as texts and lists of texts, for the placeholders of a page. */
export interface PageText extends MentorFactsText {
  name: string;
  tagline: string;
  supportEmail: string;
  linkedin: string;
  instagram: string;
  youtube: string;
  rating: string;
  /** `average rating`, with the number of ratings if it is counted. */
  ratingLabel: string;
  insights: string;
  /** `12 hours` */
  cancelNotice: string;
  feedbackDeadline: string;
  /** `365 days` */
  recordTime: string;
  /** `20 minutes after the interview` */
  reportTime: string;
  /** `70%` */
  interviewerShare: string;
  /** `₹69 to ₹116`: the interviewer's share of today's prices. */
  interviewerPay: string;
  /** `on` or `off`: whether the hint about phones is shown. */
  advisory: string;
  publicUrl: string;
  year: string;
  offer: string;
  /** `50% off all plans with HAI50, applied automatically`; empty without a discount. */
  couponOffer: string;
  plans: Record<PlanType, PlanText>;
}

export function buildPageText({ site, plans, publicUrl, year }: PageData): PageText {
  const textOfPlan = (planType: PlanType) => {
    const plan = plans.find((candidate) => candidate.planType === planType);
    if (plan === undefined) throw new Error(`the plan ${planType} is not in the catalogue`);
    return buildPlanText(plan);
  };
  return {
    name: site.name,
    tagline: site.tagline,
    supportEmail: site.supportEmail,
    ...site.socialLinks,
    rating: site.trust.averageRating.toFixed(1),
    ratingLabel:
      site.trust.ratings === null ? "average rating" : `average rating, ${site.trust.ratings} ratings`,
    insights: site.trust.insights,
    ...describeMentorFacts(site.mentorFacts),
    cancelNotice: formatHours(site.cancelNoticeHours),
    feedbackDeadline: formatHours(site.feedbackDeadlineHours),
    // The setting is at least seven days, so the plural is right.
    recordTime: `${site.recordDays} days`,
    reportTime: formatReportTime(site.correctionMinutes),
    interviewerShare: `${site.interviewerSharePercent}%`,
    interviewerPay: formatPay(plans, site.interviewerSharePercent),
    advisory: site.showAdvisoryBanner ? "on" : "off",
    publicUrl,
    year: String(year),
    offer: describeOffer(plans),
    couponOffer: describeCoupon(plans),
    plans: { Basic: textOfPlan("Basic"), Pro: textOfPlan("Pro"), Premium: textOfPlan("Premium") },
  };
}

/** What an interviewer earns at today's prices, in whole rupees. */
function formatPay(plans: readonly Plan[], sharePercent: number): string {
  const pays = plans.map(({ pricePerSession }) => Math.floor((pricePerSession * sharePercent) / 100));
  const [least, most] = [Math.min(...pays), Math.max(...pays)];
  return least === most ? formatPrice(least) : `${formatPrice(least)} to ${formatPrice(most)}`;
}

function formatHours(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** When the report of an interview is made. */
export function formatReportTime(correctionMinutes: number): string {
  if (correctionMinutes === 0) return "right after the interview";
  return `${correctionMinutes} ${correctionMinutes === 1 ? "minute" : "minutes"} after the interview`;
}

/**
 * A placeholder in a prerendered page, which the server fills. An `<li>` around a list's placeholder is
 * repeated for each text.
 */
export const placeholderPattern = /⟦([\w.]+)⟧/g;

/** The same structure with `replace(text, path)` in place of each text; the path is like `plans.Basic.price`. */
function replaceTexts(
  value: unknown,
  path: string,
  replace: (text: string | string[], path: string) => unknown,
): unknown {
  if (typeof value === "string" || Array.isArray(value)) return replace(value, path);
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, replaceTexts(inner, path === "" ? key : `${path}.${key}`, replace)]),
  );
}

/** Each text by its path. */
export function flattenPageText(pageText: PageText): Map<string, string | string[]> {
  const textByPath = new Map<string, string | string[]>();
  replaceTexts(pageText, "", (text, path) => textByPath.set(path, text));
  return textByPath;
}

/** The same structure with a placeholder for every text, with which pages are prerendered. */
export function createPlaceholderText(pageText: PageText): PageText {
  return replaceTexts(pageText, "", (text, path) =>
    Array.isArray(text) ? [`⟦${path}⟧`] : `⟦${path}⟧`,
  ) as PageText;
}
