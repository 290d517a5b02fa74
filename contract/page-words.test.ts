import { describe, expect, it } from "vitest";
import { gapsLike, namedWords, type PageFacts, pageWords } from "./page-words.ts";
import type { PlanType } from "./plans.ts";

const plan = (planType: PlanType, listPrice: number, newPrice: number): PageFacts["plans"][number] => ({
  planType,
  title: planType,
  sessions: 1,
  features: ["Live", "One to one"],
  highlight: planType === "Pro",
  listPrice,
  lines: [],
  coupon: null,
  newPrice,
  amount: newPrice,
  pricePerSession: newPrice,
});

const words = pageWords({
  site: {
    name: "Stage Door",
    tagline: "Get ready.",
    supportEmail: "us@stage.example",
    socialLinks: { linkedin: "l", instagram: "i", youtube: "y" },
    showAdvisoryBanner: false,
    timeZone: "Asia/Kolkata",
    meetingProvider: "Room",
    trust: { averageRating: 4.8, ledBy: "graduates", insights: "both" },
    cancelNoticeHours: 12,
    feedbackDeadlineHours: 1,
    isDevelopment: true,
  },
  plans: [plan("Basic", 399, 99), plan("Pro", 999, 999), plan("Premium", 1499, 749)],
  publicUrl: "https://stage.example",
  year: 2026,
});

describe("pageWords", () => {
  it("strikes a list price only where something is taken off", () => {
    expect(words.plans.Basic).toMatchObject({ price: "₹99", struck: "₹399" });
    expect(words.plans.Pro.struck).toBe("");
  });
  it("says settings in words", () => {
    expect(words).toMatchObject({
      rating: "4.8",
      advisory: "off",
      year: "2026",
      cancelNotice: "12 hours",
      feedbackDeadline: "1 hour",
    });
  });
});

describe("gaps", () => {
  it("are named after where their text stands", () => {
    const gaps = gapsLike(words);
    expect(gaps.plans.Pro.price).toBe("⟦plans.Pro.price⟧");
    expect(gaps.plans.Pro.features).toEqual(["⟦plans.Pro.features⟧"]);
    expect(namedWords(words).get("plans.Pro.features")).toEqual(["Live", "One to one"]);
    for (const [path, text] of namedWords(gaps)) expect([text].flat()).toEqual([`⟦${path}⟧`]);
  });
});
