import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { formatInline } from "../../questions/question-text.tsx";

/** The candidate's answers to this question so far. */
export function AnswersSoFar({ answer: { explanation, followUps } }: { answer: PracticeAnswer }) {
  const answered = followUps.filter(({ answer }) => answer !== null);
  if (explanation === "") return null;
  return (
    <section aria-label="What you said so far" className="grid gap-3 border-l border-green-line pl-4">
      <div>
        <h2 className="font-text text-sm font-semibold">Explain</h2>
        <p className="line-clamp-4 [overflow-wrap:anywhere]">{explanation}</p>
      </div>
      {answered.map(({ ask, answer }) => (
        <div key={ask}>
          <h2 className="font-text text-sm font-semibold">Defend</h2>
          <p className="text-sm text-ink-2">{formatInline(ask)}</p>
          <p className="line-clamp-4 [overflow-wrap:anywhere]">{answer || "Skipped."}</p>
        </div>
      ))}
    </section>
  );
}
