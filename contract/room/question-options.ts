/* The options of the question bank and their labels. The bank cannot be imported here, so a server test
   compares both. */

export const questionRoles = ["ai-engineer", "ml-engineer", "data-scientist", "data-analyst"] as const;
export type QuestionRole = (typeof questionRoles)[number];

export const questionTopics = [
  "ml-fundamentals",
  "statistics-experiments",
  "python",
  "sql",
  "data-work",
  "ml-system-design",
  "llm-rag-agents",
  "behavioral",
] as const;
export type QuestionTopic = (typeof questionTopics)[number];

export const questionLevels = ["junior", "mid", "senior"] as const;
export type QuestionLevel = (typeof questionLevels)[number];

export const questionRoleNames: Record<QuestionRole, string> = {
  "ai-engineer": "AI engineer",
  "ml-engineer": "ML engineer",
  "data-scientist": "Data scientist",
  "data-analyst": "Data analyst",
};

/** Inside a sentence: "Drills for data scientists". */
export const questionRolePlurals: Record<QuestionRole, string> = {
  "ai-engineer": "AI engineers",
  "ml-engineer": "ML engineers",
  "data-scientist": "data scientists",
  "data-analyst": "data analysts",
};

export const questionTopicNames: Record<QuestionTopic, string> = {
  "ml-fundamentals": "ML fundamentals",
  "statistics-experiments": "Statistics and experiments",
  python: "Python",
  sql: "SQL",
  "data-work": "Data work",
  "ml-system-design": "ML system design",
  "llm-rag-agents": "LLMs, RAG and agents",
  behavioral: "Behavioral questions",
};

export const questionLevelNames: Record<QuestionLevel, string> = {
  junior: "Junior",
  mid: "Mid level",
  senior: "Senior",
};
