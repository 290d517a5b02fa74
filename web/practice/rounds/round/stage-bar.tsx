import type { AnswerStage } from "@greenroom/contract/practice/rounds.ts";
import clsx from "clsx";

const names: Record<Exclude<AnswerStage, "done">, string> = {
  explain: "Explain",
  defend: "Defend",
  code: "Code",
};

/** The stages of a question in order, with or without code. */
export function stagesOf(hasCode: boolean): Exclude<AnswerStage, "done">[] {
  return hasCode ? ["explain", "defend", "code"] : ["explain", "defend"];
}

/** The progress of a question: explain, defend, code. */
export function StageBar({ stage, hasCode }: { stage: AnswerStage; hasCode: boolean }) {
  const stages = stagesOf(hasCode);
  const current = stage === "done" ? stages.length : stages.indexOf(stage);
  return (
    <ol aria-label="Stages" className="flex w-full max-w-sm gap-1.5">
      {stages.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? "step" : undefined}
          className="grid grow gap-1 text-xs"
        >
          <span className={index === current ? "font-semibold" : "opacity-80"}>
            {names[name]}
            {index < current && <span className="sr-only"> (done)</span>}
          </span>
          <span
            aria-hidden="true"
            className={clsx("h-1 rounded-full", index <= current ? "bg-accent" : "bg-dark-line")}
          />
        </li>
      ))}
    </ol>
  );
}
