/* What screens need of resumes without their schema, which comes with zod. */

/** Skill levels (requirements §9); a new skill gets the first. */
export const skillLevels = ["Beginner", "Intermediate", "Advanced"] as const;

/** The most entries of each section: far more than anybody reads. */
export const sectionLimits = { education: 20, experience: 30, skills: 60, projects: 30 } as const;

export const earliestYear = 1900;
export const latestYear = 2100;

export const pdfUnavailableMessage = "PDF export from structured data is temporarily unavailable.";
