import type { Plan, PlanType } from "./plans.ts";
import { offerWords, type PlanWords, planWords } from "./price-words.ts";
import type { Site } from "./site.ts";

/** What a page must know that only the running server does. Written into every page on its way out. */
export interface PageFacts {
  site: Site;
  /** The plans at a visitor's prices. */
  plans: Plan[];
  /** Where people reach us, without a trailing slash. */
  publicUrl: string;
  /** The year in the zone of the business. */
  year: number;
}

/** The same in words, as they stand in a page: texts and lists of texts, nothing else. */
export interface PageWords {
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
  /** `on` or `off`: whether the word about phones is shown. */
  advisory: string;
  publicUrl: string;
  year: string;
  offer: string;
  plans: Record<PlanType, PlanWords>;
}

export function pageWords({ site, plans, publicUrl, year }: PageFacts): PageWords {
  const wordsOf = (planType: PlanType) => {
    const plan = plans.find((candidate) => candidate.planType === planType);
    if (plan === undefined) throw new Error(`the plan ${planType} is not in the catalogue`);
    return planWords(plan);
  };
  return {
    name: site.name,
    tagline: site.tagline,
    supportEmail: site.supportEmail,
    ...site.socialLinks,
    rating: site.trust.averageRating.toFixed(1),
    ledBy: site.trust.ledBy,
    insights: site.trust.insights,
    cancelNotice: countHours(site.cancelNoticeHours),
    feedbackDeadline: countHours(site.feedbackDeadlineHours),
    advisory: site.showAdvisoryBanner ? "on" : "off",
    publicUrl,
    year: String(year),
    offer: offerWords(plans),
    plans: { Basic: wordsOf("Basic"), Pro: wordsOf("Pro"), Premium: wordsOf("Premium") },
  };
}

function countHours(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** A gap in a prerendered page, to be filled by the server. An `<li>` around a gap of a list is repeated for each text. */
export const gapPattern = /⟦([\w.]+)⟧/g;

/** Each text of `words` by its path: `plans.Basic.price`. */
export function namedWords(words: PageWords): Map<string, string | string[]> {
  const named = new Map<string, string | string[]>();
  const visit = (value: unknown, path: string) => {
    if (typeof value === "string" || Array.isArray(value)) named.set(path, value);
    else
      for (const [key, inner] of Object.entries(value as object)) visit(inner, path ? `${path}.${key}` : key);
  };
  visit(words, "");
  return named;
}

/** Words like these, with a gap in the place of every text: what pages are prerendered with. */
export function gapsLike(words: PageWords): PageWords {
  const gap = (value: unknown, path: string): unknown => {
    if (typeof value === "string") return `⟦${path}⟧`;
    if (Array.isArray(value)) return [`⟦${path}⟧`];
    return Object.fromEntries(
      Object.entries(value as object).map(([key, inner]) => [key, gap(inner, path ? `${path}.${key}` : key)]),
    );
  };
  return gap(words, "") as PageWords;
}
