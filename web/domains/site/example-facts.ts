import type { PageFacts } from "@greenroom/contract/page-words.ts";
import type { Plan } from "@greenroom/contract/plans.ts";

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
 * The shape of what the server writes into a page. At build only its shape is used: every text becomes a gap. Under
 * the development server, which writes nothing in, it stands for the settings until they have been fetched.
 */
export const exampleFacts: PageFacts = {
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
    timeZone: "Asia/Kolkata",
    meetingProvider: "Greenroom room",
    cancelNoticeHours: 12,
    feedbackDeadlineHours: 48,
    trust: { averageRating: 4.8, ledBy: "IIT Bombay graduates", insights: "AI plus mentor insights" },
    isDevelopment: false,
  },
  plans: [
    { ...plan, planType: "Basic", title: "Basic" },
    { ...plan, planType: "Pro", title: "Pro", highlight: true },
    { ...plan, planType: "Premium", title: "Premium" },
  ],
  publicUrl: "",
  year: new Date().getFullYear(),
};
