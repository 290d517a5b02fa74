import type { QuestionTopic } from "../kernel/topics.ts";
import { mentorLanguageNames, type mentorLanguages } from "../people/mentor-options.ts";

export const trackNames = [
  "ml-engineer",
  "ai-engineer",
  "data-scientist",
  "data-analyst",
  "general",
] as const;
export type Track = (typeof trackNames)[number];

/** The track that fits a target role in the interviewee's own words. */
export function trackOfRole(role: string): Track {
  const words = role.toLowerCase();
  if (/analy(st|tics)/.test(words)) return "data-analyst";
  if (/data scien/.test(words)) return "data-scientist";
  if (/\b(ai|llm|gen ?ai|nlp|prompt)\b/.test(words)) return "ai-engineer";
  if (/\b(ml|mle|mlops)\b|machine learning|deep learning|vision/.test(words)) return "ml-engineer";
  return "general";
}

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

/** The topic of the question bank for what is practiced; null for a conversation that it has no questions for. */
export const topicOfPractice: Record<(typeof goalPractices)[number], QuestionTopic | null> = {
  coding: "python",
  ml_theory: "ml-fundamentals",
  ml_system_design: "ml-system-design",
  statistics: "statistics-experiments",
  sql: "sql",
  deep_learning: "llm-rag-agents",
  project_talk: null,
  behavioral: "behavioral",
};

export const goalRoleCharacters = 100;
export const goalOtherCharacters = 200;
export const goalNoteCharacters = 600;

export interface Goal {
  /** Such as "ML engineer"; blank when not given. */
  role: string;
  level: (typeof goalLevels)[number] | null;
  companyType: (typeof goalCompanyTypes)[number] | null;
  /** One that was stored by a server before languages has none. */
  language?: (typeof mentorLanguages)[number] | null | undefined;
  practice: (typeof goalPractices)[number][];
  /** Topics to practice besides the listed ones. */
  practiceOther: string;
  /** A note to the interviewer. */
  note: string;
}

export const goalLevelNames: Record<(typeof goalLevels)[number], string> = {
  intern: "Intern",
  entry: "Entry level",
  mid: "Mid level",
  senior: "Senior",
  lead: "Lead or staff",
};

export const goalCompanyNames: Record<(typeof goalCompanyTypes)[number], string> = {
  product: "Product company",
  startup: "Startup",
  services: "Services or consulting",
  research: "Research lab",
  finance: "Bank or trading firm",
  other: "Another kind of company",
};

export const goalPracticeNames: Record<(typeof goalPractices)[number], string> = {
  coding: "Coding",
  ml_theory: "ML fundamentals",
  ml_system_design: "ML system design",
  statistics: "Statistics",
  sql: "SQL",
  deep_learning: "Deep learning and LLMs",
  project_talk: "Talking about my projects",
  behavioral: "Behavioral questions",
};

export function isBlankGoal(goal: Goal): boolean {
  const { role, level, companyType, language, practice, practiceOther, note } = goal;
  const isChosen = [level, companyType, language].some((choice) => choice != null) || practice.length > 0;
  return !isChosen && `${role}${practiceOther}${note}` === "";
}

/** Describes a goal in words, with one entry for each part that is filled in. */
export function describeGoal(goal: Goal): { term: string; detail: string }[] {
  const level = goal.level === null ? "" : goalLevelNames[goal.level];
  const practice = [...goal.practice.map((name) => goalPracticeNames[name]), goal.practiceOther];
  return [
    { term: "Target role", detail: joinWords([goal.role, level]) },
    { term: "Company", detail: goal.companyType === null ? "" : goalCompanyNames[goal.companyType] },
    { term: "To practice", detail: joinWords(practice) },
    // Stored goals from before it was asked have none.
    { term: "Language", detail: goal.language == null ? "" : mentorLanguageNames[goal.language] },
    { term: "Good to know", detail: goal.note },
  ].filter(({ detail }) => detail !== "");
}

function joinWords(words: string[]): string {
  return words.filter((word) => word !== "").join(", ");
}
