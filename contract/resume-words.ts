import type { ResumeData, skillLevels } from "./resume-data.ts";

type Education = ResumeData["education"][number];
type Experience = ResumeData["experience"][number];
type Level = (typeof skillLevels)[number];

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Mar 2024" of `2024-03-01`: nobody reads on which day a job began. What is no date stays as it is. */
function monthOf(day: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})-\d{2}$/.exec(day) ?? [];
  return year === undefined ? day : `${months[Number(month) - 1] ?? month} ${year}`;
}

/** "Mar 2021 – Present": a blank end is Present (spec §3). Blank when neither date is known. */
export function periodOf({ startDate, endDate }: Pick<Experience, "startDate" | "endDate">): string {
  if (startDate === "") return monthOf(endDate);
  return `${monthOf(startDate)} – ${endDate === "" ? "Present" : monthOf(endDate)}`;
}

/** "2018 – 2022"; one year alone stands for itself. */
export function yearsOf({ startYear, endYear }: Pick<Education, "startYear" | "endYear">): string {
  return [startYear, endYear].filter((year) => year !== null).join(" – ");
}

/** "B.Tech, Computer Science". */
export function studiesOf({ degree, fieldOfStudy }: Pick<Education, "degree" | "fieldOfStudy">): string {
  return [degree, fieldOfStudy].filter(Boolean).join(", ");
}

/** "Acme, Pune". */
export function workplaceOf({ company, location }: Pick<Experience, "company" | "location">): string {
  return [company, location].filter(Boolean).join(", ");
}

/** The skills by level, the best first; within one level in the person's own order. Levels without skills are left out. */
export function skillsByLevel(skills: ResumeData["skills"]): { level: Level; names: string[] }[] {
  const levels: Level[] = ["Advanced", "Intermediate", "Beginner"];
  return levels
    .map((level) => ({
      level,
      names: skills.filter((skill) => skill.level === level && skill.name !== "").map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0);
}
