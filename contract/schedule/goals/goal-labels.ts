import type { goalCompanyTypes, goalLevels, goalPractices } from "./goal-options.ts";
import type { Goal } from "./goals.ts";

/* The labels of a goal. They are separate from its schema, so that pages that only show a goal do not load
   zod. */

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
  const { role, level, companyType, practice, practiceOther, note } = goal;
  return (
    level === null && companyType === null && practice.length === 0 && `${role}${practiceOther}${note}` === ""
  );
}

/** Describes a goal in words, with one entry for each part that is filled in. */
export function describeGoal(goal: Goal): { term: string; detail: string }[] {
  const level = goal.level === null ? "" : goalLevelNames[goal.level];
  const practice = [...goal.practice.map((name) => goalPracticeNames[name]), goal.practiceOther];
  return [
    { term: "Target role", detail: joinWords([goal.role, level]) },
    { term: "Company", detail: goal.companyType === null ? "" : goalCompanyNames[goal.companyType] },
    { term: "To practice", detail: joinWords(practice) },
    { term: "Good to know", detail: goal.note },
  ].filter(({ detail }) => detail !== "");
}

function joinWords(words: string[]): string {
  return words.filter((word) => word !== "").join(", ");
}
