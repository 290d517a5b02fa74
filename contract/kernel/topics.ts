/* The topics of the question bank, in which mentors also say what they interview on. */

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
