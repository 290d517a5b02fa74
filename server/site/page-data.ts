import type { PageData } from "@greenroom/contract/site/page-text.ts";
import type { Site } from "@greenroom/contract/site/site.ts";
import type { Deps } from "../kernel/deps.ts";
import { listPlans } from "../money/plans/pricing.ts";
import { readTexts } from "./texts.ts";

/** Data for pages that only the running server knows: current, and as a visitor sees it. */
export async function getPageData(
  deps: Pick<Deps, "config" | "meetings" | "database" | "clock">,
): Promise<PageData> {
  const { business, publicUrl } = deps.config;
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: business.timeZone });
  return {
    site: await presentSite(deps),
    plans: await listPlans(deps, null),
    publicUrl,
    year: Number(year.format(deps.clock.now())),
  };
}

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
