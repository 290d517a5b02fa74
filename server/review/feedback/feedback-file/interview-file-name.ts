import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";

interface NamedInterview {
  document: "report" | "feedback";
  startsAt: Date;
  timeZone: string;
  interviewer: string;
  track: Track;
}

const longestName = 60;

/**
 * `interview-report-2026-11-22-kavya-menon.pdf`: only letters that every file system and mail program keeps. A name in
 * another script has none of these, so the file is named after the interview's track.
 */
export function interviewFileName({
  document,
  startsAt,
  timeZone,
  interviewer,
  track,
}: NamedInterview): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(startsAt);
  const name = interviewer
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, longestName);
  return `interview-${document}-${day}-${name || track}.pdf`;
}
