import type { Plan } from "@greenroom/contract/money/plans.ts";
import {
  buildPageText,
  createPlaceholderText,
  type PageData,
  type PageText,
} from "@greenroom/contract/site/page-text.ts";
import type { Site } from "@greenroom/contract/site/site.ts";
import { useSyncExternalStore } from "react";
import { call } from "../api/client.ts";

/* What only the running server knows: settings, prices, the year. The server writes it into every page that it sends
   (server/site/prerendered-pages.ts), as texts for people and as data for the first render. */

const plan: Omit<Plan, "planType" | "title"> = {
  sessions: 1,
  features: [],
  highlight: false,
  listPrice: 0,
  lines: [],
  coupon: null,
  newPrice: 0,
  amount: 0,
  pricePerSession: 0,
};

/**
 * The shape of the data that the server writes into a page. The build uses only its shape, and every text
 * becomes a placeholder. With the development server, which writes nothing, these are the settings until the
 * real ones are fetched.
 */
export const examplePageData: PageData = {
  site: {
    name: "Greenroom",
    tagline: "The room where you get ready before you go on.",
    supportEmail: "support@greenroom.example",
    socialLinks: {
      linkedin: "https://www.linkedin.com/company/greenroom",
      instagram: "https://www.instagram.com/greenroom",
      youtube: "https://www.youtube.com/@greenroom",
    },
    showAdvisoryBanner: true,
    notice: "",
    moreQuestions: [],
    timeZone: "Asia/Kolkata",
    meetingProvider: "Greenroom room",
    cancelNoticeHours: 12,
    feedbackDeadlineHours: 48,
    recordDays: 365,
    correctionMinutes: 20,
    interviewerSharePercent: 70,
    nextPayout: null,
    trust: {
      averageRating: 4.8,
      ratings: null,
      insights: "AI plus mentor insights",
    },
    mentorFacts: { listed: 0, degrees: 0, school: null, iitGraduates: 0, veterans: 0, hiringManagers: 0 },
    pyodideUrl: null,
    hasMailbox: false,
  },
  plans: [
    { ...plan, planType: "Basic", title: "Basic" },
    { ...plan, planType: "Pro", title: "Pro", highlight: true },
    { ...plan, planType: "Premium", title: "Premium" },
  ],
  publicUrl: "",
  year: new Date().getFullYear(),
};

/** The id of the element into which the server writes the page data. */
const injectedId = "greenroom-page-data";

function readInjectedPageData(): PageData | null {
  const text = import.meta.env.SSR ? null : document.getElementById(injectedId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}

/** Whether this is the build, which renders templates for the server to fill. */
export const isPrerendering = import.meta.env.SSR && !import.meta.env.DEV;

/** The page data from the server; null at build and with the development server. */
export const injectedPageData = readInjectedPageData();

/** The data that the page is drawn with: the server's, else the example, which no built page uses. */
export const pageData: PageData =
  import.meta.env.SSR || import.meta.env.DEV
    ? (injectedPageData ?? examplePageData)
    : (injectedPageData as PageData);

/**
 * The page data as texts. At build, each is a placeholder that the server fills, so that a page is complete before any
 * script has run, and the browser's first render matches. The development server fills none, so there both sides begin
 * with the example.
 */
export const pageText: PageText = isPrerendering
  ? createPlaceholderText(buildPageText(examplePageData))
  : buildPageText(pageData);

/** The settings for prerendered pages: texts are placeholders, and everything else has its default. */
const siteAtBuild: Site = {
  ...pageData.site,
  name: pageText.name,
  tagline: pageText.tagline,
  supportEmail: pageText.supportEmail,
  socialLinks: { linkedin: pageText.linkedin, instagram: pageText.instagram, youtube: pageText.youtube },
  trust: { ...pageData.site.trust, insights: pageText.insights },
  showAdvisoryBanner: true,
  notice: "",
  moreQuestions: [],
  hasMailbox: false,
};

let site = pageData.site;
let hasRequested = false;

/** Only the development server leaves the settings out of the page, so only there we fetch them. */
function subscribe(onChange: () => void): () => void {
  if (injectedPageData === null && !hasRequested) {
    hasRequested = true;
    call("GET /api/site").then(
      (fetched) => {
        site = fetched;
        onChange();
      },
      (error: unknown) => console.error("The settings of the site could not be fetched", error),
    );
  }
  return () => undefined;
}

/** The settings of this site. */
export function useSite(): Site {
  return useSyncExternalStore(
    subscribe,
    () => site,
    () => siteAtBuild,
  );
}
