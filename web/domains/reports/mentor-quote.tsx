import { quotedSummary } from "@greenroom/contract/reports/mentor-summary.ts";

/** The first sentences of a mentor's summary in their own words, and the rest on request. */
export function MentorQuote({ summary }: { summary: string }) {
  const quote = quotedSummary(summary);
  const whole = summary.trim();
  // A quote that was cut within a sentence ends with an ellipsis, and is no beginning of the summary.
  const rest = whole.startsWith(quote) ? whole.slice(quote.length).trim() : whole;
  return (
    <div className="grid gap-1">
      <blockquote className="max-w-prose whitespace-pre-line break-words font-display text-xl leading-snug">
        “{quote}”
      </blockquote>
      {rest !== "" && (
        <details className="text-sm text-ink-2">
          <summary className="link inline-block min-h-8 cursor-pointer content-center">
            {rest === whole ? "Read the whole summary" : "Read the rest"}
          </summary>
          <p className="mt-1 max-w-prose whitespace-pre-line break-words">{rest}</p>
        </details>
      )}
    </div>
  );
}
