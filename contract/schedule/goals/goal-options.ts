/* The options of a goal, and the limits of its texts. */

export const goalLevels = ["intern", "entry", "mid", "senior", "lead"] as const;
export const goalCompanyTypes = ["product", "startup", "services", "research", "finance", "other"] as const;
export const goalPractices = [
  "coding",
  "ml_theory",
  "ml_system_design",
  "statistics",
  "sql",
  "deep_learning",
  "project_talk",
  "behavioral",
] as const;

export const goalRoleCharacters = 100;
export const goalOtherCharacters = 200;
export const goalNoteCharacters = 600;
