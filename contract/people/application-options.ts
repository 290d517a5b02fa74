/* The choices of an application, without zod, for the public page. */

export const applicationRoles = [
  "ml-engineer",
  "ai-engineer",
  "data-scientist",
  "data-analyst",
  "data-engineer",
] as const;
export type ApplicationRole = (typeof applicationRoles)[number];

export const applicationRoleLabels: Record<ApplicationRole, string> = {
  "ml-engineer": "ML engineer",
  "ai-engineer": "AI or LLM engineer",
  "data-scientist": "Data scientist",
  "data-analyst": "Data analyst",
  "data-engineer": "Data engineer",
};

export const applicationLevels = ["entry", "mid", "senior"] as const;
export type ApplicationLevel = (typeof applicationLevels)[number];

export const applicationLevelLabels: Record<ApplicationLevel, string> = {
  entry: "Interns and entry level",
  mid: "Mid level",
  senior: "Senior and lead",
};

/** The longest texts, in characters. */
export const applicationTextLimits = {
  experience: 3000,
  availability: 600,
  sampleReview: 5000,
  sampleReviewAtLeast: 200,
};
