import type { Site } from "@greenroom/contract/site/site.ts";
import type { Deps } from "../kernel/deps.ts";
import { readTexts } from "./texts/read-texts.ts";

/** The settings that the browser may know. */
export async function presentSite({
  config,
  meetings,
  database,
}: Pick<Deps, "config" | "meetings" | "database">): Promise<Site> {
  const { name, tagline, supportEmail, socialLinks, timeZone } = config.business;
  const { claims, advice, notice, questions } = await readTexts({ database, config });
  return {
    name,
    tagline,
    supportEmail,
    socialLinks,
    showAdvisoryBanner: advice.value.isShown,
    notice: notice.value.text,
    moreQuestions: questions.value.items,
    timeZone,
    cancelNoticeHours: config.cancelNoticeHours,
    recordDays: config.recordDays,
    correctionMinutes: config.correctionMinutes,
    feedbackDeadlineHours: config.feedback.deadlineHours,
    trust: claims.value,
    meetingProvider: meetings.displayName,
    pyodideUrl: config.pyodideUrl,
    hasMailbox: config.mail.kind === "folder",
  };
}
