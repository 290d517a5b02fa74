import { describe, expect, it } from "vitest";
import type { PlanType } from "../money/plans.ts";
import { buildPageText, createPlaceholderText, flattenPageText, type PageData } from "./page-text.ts";

const plan = (planType: PlanType, listPrice: number, newPrice: number): PageData["plans"][number] => ({
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

const words = buildPageText({
  site: {
    name: "Stage Door",
    tagline: "Get ready.",
    supportEmail: "us@stage.example",
    socialLinks: { linkedin: "l", instagram: "i", youtube: "y" },
    showAdvisoryBanner: false,
    notice: "",
    moreQuestions: [],
    timeZone: "Asia/Kolkata",
    meetingProvider: "Room",
    trust: { averageRating: 4.8, ledBy: "graduates", insights: "both" },
    cancelNoticeHours: 12,
    feedbackDeadlineHours: 1,
    recordDays: 90,
    correctionMinutes: 20,
    pyodideUrl: null,
    hasMailbox: true,
  },
  plans: [plan("Basic", 399, 99), plan("Pro", 999, 999), plan("Premium", 1499, 749)],
  publicUrl: "https://stage.example",
  year: 2026,
});

describe("pageWords", () => {
  it("shows a struck-out list price only with a discount", () => {
    expect(words.plans.Basic).toMatchObject({ price: "₹99", strikethroughPrice: "₹399" });
    expect(words.plans.Pro.strikethroughPrice).toBe("");
  });
  it("describes settings in words", () => {
    expect(words).toMatchObject({
      rating: "4.8",
      advisory: "off",
      year: "2026",
      cancelNotice: "12 hours",
      feedbackDeadline: "1 hour",
      recordTime: "90 days",
      reportTime: "20 minutes after the session",
    });
  });
});

describe("placeholders", () => {
  it("are named by the path of their text", () => {
    const placeholders = createPlaceholderText(words);
    expect(placeholders.plans.Pro.price).toBe("⟦plans.Pro.price⟧");
    expect(placeholders.plans.Pro.features).toEqual(["⟦plans.Pro.features⟧"]);
    expect(flattenPageText(words).get("plans.Pro.features")).toEqual(["Live", "One to one"]);
    for (const [path, text] of flattenPageText(placeholders)) expect([text].flat()).toEqual([`⟦${path}⟧`]);
  });
});
