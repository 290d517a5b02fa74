import { mentorQuote } from "@greenroom/contract/review/reports/mentor-summary.ts";

/** The first sentences of a mentor's summary in their own words, and the rest below; on request if it is long. */
export function MentorQuote({ summary }: { summary: string }) {
  const { quote, rest, isRestLong, isCut } = mentorQuote(summary);
  const restText = <p className="mt-1 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{rest}</p>;
  return (
    <div className="grid gap-1">
      <blockquote className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere] font-display text-xl leading-snug">
        “{quote}”
      </blockquote>
      {rest !== "" && !isRestLong && restText}
      {rest !== "" && isRestLong && (
        <details className="text-sm text-ink-2">
          <summary className="link inline-block min-h-8 cursor-pointer content-center">
            {isCut ? "Read the whole summary" : "Read the rest"}
          </summary>
          {restText}
        </details>
      )}
    </div>
  );
}
