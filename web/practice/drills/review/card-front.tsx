import type { CardKind, DrillCard } from "@greenroom/contract/practice/drills.ts";
import { questionLevelNames } from "@greenroom/contract/room/question-options.ts";
import { QuestionTables } from "../../../room/own-questions/question-tables.tsx";
import { QuestionText } from "../../../room/own-questions/question-text.tsx";
import { Pill } from "../../../ui/status/pill.tsx";

const tasks: Record<CardKind, string> = {
  answer: "Answer aloud or in writing, then compare.",
  errors: "Do not answer it. Which mistakes do people make here?",
  code: "Write the code. The tests decide.",
};

/** The question of a card, and its instruction. */
export function CardFront({ card }: { card: DrillCard }) {
  const { kind, isNew, level, question } = card;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-2">
        <Pill dot={false}>{questionLevelNames[level]}</Pill>
        <Pill dot={false} status={isNew ? "ready" : "off"}>
          {isNew ? "New" : "Again"}
        </Pill>
      </p>
      <h2 className="text-xl">{question.title}</h2>
      <QuestionText text={question.prompt} />
      {question.code && <QuestionTables tables={question.code.tables} />}
      <p className="border-l-2 border-accent pl-3 font-medium">{tasks[kind]}</p>
    </div>
  );
}
