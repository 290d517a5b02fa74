import type { Plan, PlanType } from "../money/plans.ts";
import { buildPlanText, describeCoupon, describeOffer, type PlanText } from "./price-text.ts";
import type { Site } from "./site.ts";

/** Data for pages that only the running server knows. It is filled into every page that is sent. */
export interface PageData {
  site: Site;
  /** The plans at a visitor's prices. */
  plans: Plan[];
  /** The public address, without a trailing slash. */
  publicUrl: string;
  /** The year in the business's time zone. */
  year: number;
}

/** The same data as texts and lists of texts, for the placeholders of a page. */
export interface PageText {
  name: string;
  tagline: string;
  supportEmail: string;
  linkedin: string;
  instagram: string;
  youtube: string;
  rating: string;
  ledBy: string;
  insights: string;
  /** `12 hours` */
  cancelNotice: string;
  feedbackDeadline: string;
  /** `365 days` */
  recordTime: string;
  /** `20 minutes after the session` */
  reportTime: string;
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
    ledBy: site.trust.ledBy,
    insights: site.trust.insights,
    cancelNotice: formatHours(site.cancelNoticeHours),
    feedbackDeadline: formatHours(site.feedbackDeadlineHours),
    // The setting is at least seven days, so the plural is right.
    recordTime: `${site.recordDays} days`,
    reportTime: formatReportTime(site.correctionMinutes),
    advisory: site.showAdvisoryBanner ? "on" : "off",
    publicUrl,
    year: String(year),
    offer: describeOffer(plans),
    couponOffer: describeCoupon(plans),
    plans: { Basic: textOfPlan("Basic"), Pro: textOfPlan("Pro"), Premium: textOfPlan("Premium") },
  };
}

function formatHours(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** When the report of an interview is made. */
export function formatReportTime(correctionMinutes: number): string {
  if (correctionMinutes === 0) return "right after the session";
  return `${correctionMinutes} ${correctionMinutes === 1 ? "minute" : "minutes"} after the session`;
}

/**
 * A placeholder in a prerendered page, which the server fills. An `<li>` around a list's placeholder is
 * repeated for each text.
 */
export const placeholderPattern = /⟦([\w.]+)⟧/g;

/** Each text by its path: `plans.Basic.price`. */
export function flattenPageText(pageText: PageText): Map<string, string | string[]> {
  const textByPath = new Map<string, string | string[]>();
  const visit = (value: unknown, path: string) => {
    if (typeof value === "string" || Array.isArray(value)) textByPath.set(path, value);
    else
      for (const [key, inner] of Object.entries(value as object)) visit(inner, path ? `${path}.${key}` : key);
  };
  visit(pageText, "");
  return textByPath;
}

/** The same structure with a placeholder for every text, with which pages are prerendered. */
export function createPlaceholderText(pageText: PageText): PageText {
  const createPlaceholder = (value: unknown, path: string): unknown => {
    if (typeof value === "string") return `⟦${path}⟧`;
    if (Array.isArray(value)) return [`⟦${path}⟧`];
    return Object.fromEntries(
      Object.entries(value as object).map(([key, inner]) => [
        key,
        createPlaceholder(inner, path ? `${path}.${key}` : key),
      ]),
    );
  };
  return createPlaceholder(pageText, "") as PageText;
}
