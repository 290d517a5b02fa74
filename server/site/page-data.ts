import type { PageData } from "@greenroom/contract/site/page-text.ts";
import type { Site } from "@greenroom/contract/site/site.ts";
import { addDays, dayOf } from "../kernel/days.ts";
import type { Deps } from "../kernel/deps.ts";
import { listPlans } from "../money/plans/pricing.ts";
import { countCheckedFacts } from "../people/interviewers/listed-mentors.ts";
import { summarizeAllRatings } from "../schedule/mentors/numbers.ts";
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
  clock,
}: Pick<Deps, "config" | "meetings" | "database" | "clock">): Promise<Site> {
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
    interviewerSharePercent: config.interviewerSharePercent,
    nextPayout: nextPayout(dayOf(clock.now(), timeZone), config.payoutDay),
    trust: { ...claims.value, ...(await countRatings(database)) },
    mentorFacts: await countCheckedFacts(database),
    meetingProvider: meetings.displayName,
    pyodideUrl: config.pyodideUrl,
    hasMailbox: config.mail.kind === "folder",
  };
}

/** From so many ratings on, the average of the site is counted; until then it is a setting. */
const fewestRatings = 30;

async function countRatings(database: Deps["database"]) {
  const { count, average } = await summarizeAllRatings(database);
  return average === null || count < fewestRatings
    ? { ratings: null }
    : { averageRating: average, ratings: count };
}

/** The first day from `today` on with this day of the month; null for 0. */
function nextPayout(today: string, dayOfMonth: number): string | null {
  if (dayOfMonth === 0) return null;
  const day = String(dayOfMonth).padStart(2, "0");
  const inMonthOf = (date: string) => `${date.slice(0, 8)}${day}`;
  const thisMonth = inMonthOf(today);
  return thisMonth >= today ? thisMonth : inMonthOf(addDays(`${today.slice(0, 8)}01`, 31));
}
