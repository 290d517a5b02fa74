import { describe, expect, it } from "vitest";
import type { Plan, PlanType } from "../money/plans.ts";
import type { CheckedFacts } from "../people/mentors.ts";
import { describeMentorFacts } from "./mentor-facts.ts";
import {
  buildPageText,
  createPlaceholderText,
  describeCoupon,
  describeOffer,
  flattenPageText,
  formatFirstOffer,
  formatPrice,
  formatPriceBreakdown,
  type PageData,
} from "./page-text.ts";

describe("price text", () => {
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

    it.each([
      1, 10, 999, 1000, 99_999, 100_000, 9_999_999, 10_000_000, 1_234_567_890, 0.5, 166.33, 123_456.05,
    ])("%d matches Intl.NumberFormat", (rupees) => {
      const digits = Number.isInteger(rupees) ? 0 : 2;
      const oracle = new Intl.NumberFormat("en-IN", {
        style: "currency",
        currency: "INR",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      expect(formatPrice(rupees)).toBe(oracle.format(rupees));
    });
  });

  describe("priceParts", () => {
    const list = { label: "List price", kind: "list" as const, amount: 399 };
    const coupon = { label: "HAI50", kind: "coupon" as const, amount: -200 };
    const founding = { label: "First interview", kind: "founding" as const, amount: -100 };
    it.each([
      [{ lines: [list, coupon, founding], sessions: 1, newPrice: 99 }, "HAI50 −₹200"],
      [{ lines: [list, coupon], sessions: 3, newPrice: 499 }, "HAI50 −₹200 · ₹166 an interview"],
      [{ lines: [list], sessions: 1, newPrice: 399 }, ""],
    ])("%#", (plan, text) => {
      expect(formatPriceBreakdown(plan)).toBe(text);
    });

    it("has a line of its own for the first interview, while there are places", () => {
      expect(formatFirstOffer({ lines: [list, coupon, founding], newPrice: 99 })).toBe(
        "First interview: ₹100 off, then ₹199",
      );
      expect(formatFirstOffer({ lines: [list, coupon], newPrice: 199 })).toBe("");
    });
  });

  describe("offerWords", () => {
    const coupon = { label: "HAI50", kind: "coupon" as const, amount: -200 };
    const founding = { label: "First interview", kind: "founding" as const, amount: -100 };
    it("names each discount and its plan", () => {
      const plans = [
        plan("Basic", [coupon, founding]),
        plan("Pro", [{ ...coupon, amount: -500 }]),
        plan("Premium", [{ ...coupon, amount: -750 }]),
      ];
      expect(describeOffer(plans)).toBe(
        "Yes. HAI50 is applied automatically: ₹200 off Basic, ₹500 off Pro and ₹750 off Premium. " +
          "Your first interview is another ₹100 off with Basic, while places last.",
      );
    });
    it("says so without a discount", () => {
      expect(describeOffer([plan("Basic", [])])).toMatch(/^Not at the moment/);
    });
  });

  function plan(planType: "Basic" | "Pro" | "Premium", lines: Plan["lines"]): Plan {
    const base = { sessions: 1, features: [], highlight: false, listPrice: 399, coupon: null };
    return { ...base, planType, title: planType, lines, newPrice: 99, amount: 99, pricePerSession: 99 };
  }

  describe("the offer in one line", () => {
    const coupon = (amount: number) => [{ label: "HAI50", kind: "coupon" as const, amount }];
    const half = [
      { ...plan("Basic", coupon(-200)), listPrice: 399 },
      { ...plan("Pro", coupon(-500)), listPrice: 999 },
      { ...plan("Premium", coupon(-750)), listPrice: 1499 },
    ];
    it("names a percentage only when it applies to every plan", () => {
      expect(describeCoupon(half)).toBe("50% off all plans with HAI50, applied automatically");
      expect(describeCoupon(half.slice(0, 1).concat(plan("Pro", [])))).toBe("HAI50 is applied automatically");
      expect(
        describeCoupon([...half.slice(0, 2), { ...plan("Premium", coupon(-200)), listPrice: 1499 }]),
      ).toBe("HAI50 is applied automatically");
      expect(describeCoupon([plan("Pro", [])])).toBe("");
    });
  });
});

describe("page text", () => {
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
      trust: { averageRating: 4.8, ratings: 57, insights: "both" },
      mentorFacts: { listed: 0, degrees: 0, school: null, iitGraduates: 0, veterans: 0, hiringManagers: 0 },
      cancelNoticeHours: 12,
      feedbackDeadlineHours: 1,
      recordDays: 90,
      correctionMinutes: 20,
      interviewerSharePercent: 70,
      nextPayout: null,
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
        ratingLabel: "average rating, 57 ratings",
        advisory: "off",
        year: "2026",
        cancelNotice: "12 hours",
        feedbackDeadline: "1 hour",
        recordTime: "90 days",
        reportTime: "20 minutes after the interview",
        interviewerShare: "70%",
        interviewerPay: "₹69 to ₹699",
      });
    });
  });

  describe("who the mentors are", () => {
    const nothing = { listed: 4, degrees: 0, school: null, iitGraduates: 0, veterans: 0, hiringManagers: 0 };
    const textOf = (facts: Partial<CheckedFacts>) => describeMentorFacts({ ...nothing, ...facts });

    it("names no school, employer or kind of mentor while nothing is checked", () => {
      for (const listed of [0, 1, 4]) {
        const { mentorCards, ...words } = textOf({ listed });
        const shown = JSON.stringify([Object.values(mentorCards), Object.values(words)]);
        expect(shown).not.toMatch(/IIT|graduate|veteran|manager|\bour mentors?\b/i);
      }
      expect(textOf({}).mentorKinds).toBe("Mentors");
    });
    it.each([
      [{ degrees: 2, school: "IIT Bombay" }, "IIT Bombay graduates lead the interviews"],
      [{ degrees: 3 }, "3 of our 4 mentors hold a degree that we checked"],
      [{ degrees: 1 }, "1 of our 4 mentors holds a degree that we checked"],
      [{ degrees: 1, listed: 1 }, "Our mentor holds a degree that we checked"],
      [{}, "Choose your mentor before you pay"],
    ])("%o: %s", (facts, sentence) => {
      const { ledBy, ledByLabel } = textOf(facts);
      expect(`${ledBy} ${ledByLabel}`).toBe(sentence);
    });
    it.each([
      [
        { iitGraduates: 2, veterans: 1, hiringManagers: 1 },
        "IIT graduates, industry veterans and hiring managers",
      ],
      [{ veterans: 1, hiringManagers: 1 }, "Industry veterans and hiring managers"],
      [{ iitGraduates: 2 }, "IIT graduates"],
    ])("%o: %s", (facts, kinds) => {
      expect(textOf(facts).mentorKinds).toBe(kinds);
    });
    it("counts each kind", () => {
      const { graduates, managers } = textOf({ iitGraduates: 2 }).mentorCards;
      expect(graduates).toEqual({
        title: "IIT graduates",
        text: "A degree from an IIT, checked by us: 2 of our 4 mentors.",
      });
      expect(managers.title).toBe("Counted numbers");
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
});
