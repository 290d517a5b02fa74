import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { formatInline } from "../../../room/own-questions/question-text.tsx";
import { Button } from "../../../ui/actions/button.tsx";

/** The candidate's answers to this question so far. */
export function AnswersSoFar({ answer: { explanation, followUps } }: { answer: PracticeAnswer }) {
  const answered = followUps.filter(({ answer }) => answer !== null);
  if (explanation === "") return null;
  return (
    <section aria-label="What you said so far" className="grid gap-3 border-l border-green-line pl-4">
      <div>
        <h2 className="font-text text-sm font-semibold">Explain</h2>
        <Said text={explanation} />
      </div>
      {answered.map(({ ask, answer }) => (
        <div key={ask}>
          <h2 className="font-text text-sm font-semibold">Defend</h2>
          <p className="text-sm text-ink-2">{formatInline(ask)}</p>
          <Said text={answer || "Skipped."} />
        </div>
      ))}
    </section>
  );
}

/** A long text is cut off after four lines, so that the answer field stays in view, and can be shown whole. */
function Said({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height
  useEffect(() => {
    const element = paragraph.current;
    setCut(element !== null && element.scrollHeight > element.clientHeight + 1);
  }, [text]);
  return (
    <>
      <p
        ref={paragraph}
        className={clsx("whitespace-pre-line [overflow-wrap:anywhere]", !isWhole && "line-clamp-4")}
      >
        {text}
      </p>
      {isCut && (
        <Button variant="ghost" size="sm" flush aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show all"}
        </Button>
      )}
    </>
  );
}
