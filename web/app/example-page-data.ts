import type { Plan } from "@greenroom/contract/money/plans.ts";
import type { PageData } from "@greenroom/contract/site/page-text.ts";

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
    trust: { averageRating: 4.8, ledBy: "IIT Bombay graduates", insights: "AI plus mentor insights" },
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
