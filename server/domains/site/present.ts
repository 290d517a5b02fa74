import type { Site } from "@greenroom/contract/site.ts";
import type { Deps } from "../../deps.ts";

/** The settings that the browser may know. */
export function presentSite({ config, meetings }: Pick<Deps, "config" | "meetings">): Site {
  const { name, tagline, supportEmail, socialLinks, showAdvisoryBanner, timeZone, trust } = config.business;
  return {
    name,
    tagline,
    supportEmail,
    socialLinks,
    showAdvisoryBanner,
    timeZone,
    cancelNoticeHours: config.cancelNoticeHours,
    feedbackDeadlineHours: config.feedback.deadlineHours,
    trust,
    meetingProvider: meetings.displayName,
    isDevelopment: !config.isProduction,
  };
}
