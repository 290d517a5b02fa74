import type { ResumeData } from "./resume-data.ts";
import type { skillLevels } from "./resume-options.ts";

type Education = ResumeData["education"][number];
type Experience = ResumeData["experience"][number];
type Level = (typeof skillLevels)[number];

/** The resume of a user who has not written one. */
export const emptyResume: ResumeData = {
  personal: { jobTitle: "", location: "", linkedin: "", github: "", bio: "" },
  education: [],
  experience: [],
  skills: [],
  projects: [],
};

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * "Mar 2024" for `2024-03-01`, because the day of the month does not matter. Returns anything but a date
 * unchanged.
 */
function formatMonth(day: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})-\d{2}$/.exec(day) ?? [];
  return year === undefined ? day : `${months[Number(month) - 1] ?? month} ${year}`;
}

/** "Mar 2021 – Present": a blank end is Present (requirements §3). Blank when neither date is known. */
export function formatPeriod({ startDate, endDate }: Pick<Experience, "startDate" | "endDate">): string {
  if (startDate === "") return formatMonth(endDate);
  return `${formatMonth(startDate)} – ${endDate === "" ? "Present" : formatMonth(endDate)}`;
}

/** "2018 – 2022"; a single year appears alone. */
export function formatYears({ startYear, endYear }: Pick<Education, "startYear" | "endYear">): string {
  return [startYear, endYear].filter((year) => year !== null).join(" – ");
}

/** "B.Tech, Computer Science". */
export function formatStudies({ degree, fieldOfStudy }: Pick<Education, "degree" | "fieldOfStudy">): string {
  return [degree, fieldOfStudy].filter(Boolean).join(", ");
}

/** "Acme, Pune". */
export function formatWorkplace({ company, location }: Pick<Experience, "company" | "location">): string {
  return [company, location].filter(Boolean).join(", ");
}

/**
 * The skills by level, the best first; within a level in the person's own order. Levels without skills are
 * left out.
 */
export function groupSkillsByLevel(skills: ResumeData["skills"]): { level: Level; names: string[] }[] {
  const levels: Level[] = ["Advanced", "Intermediate", "Beginner"];
  return levels
    .map((level) => ({
      level,
      names: skills.filter((skill) => skill.level === level && skill.name !== "").map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0);
}
