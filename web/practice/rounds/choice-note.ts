import type { PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { questionLevelNames, questionTopicNames } from "@greenroom/contract/room/question-options.ts";

/** Why a question is not of the level or topic that was chosen for its round; null if it is, or nothing was chosen. */
export function choiceNote({
  level = null,
  topic = null,
  answer,
}: Pick<PracticeRound, "level" | "topic" | "answer">): string | null {
  const { question } = answer;
  if (topic !== null && question.topic !== topic) {
    return `No question on ${topicName(topic)} for this role is left that fits the time, so this one is on ${topicName(question.topic)}.`;
  }
  if (level === null || question.level === level) return null;
  const about = topic === null ? "" : ` on ${topicName(topic)}`;
  return `No ${questionLevelNames[level].toLowerCase().replace(" ", "-")} question${about} for this role is left that fits the time, so this one is ${questionLevelNames[question.level].toLowerCase()}.`;
}

/** Inside a sentence. */
function topicName(topic: keyof typeof questionTopicNames): string {
  const names: Partial<typeof questionTopicNames> = {
    "statistics-experiments": "statistics and experiments",
    "data-work": "data work",
    behavioral: "behavior at work",
  };
  return names[topic] ?? questionTopicNames[topic];
}
