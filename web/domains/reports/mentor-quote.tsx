import { quotedSummary } from "@greenroom/contract/reports/mentor-summary.ts";

/** The first sentences of a mentor's summary in their own words, and all of it on request. */
export function MentorQuote({ summary }: { summary: string }) {
  const quote = quotedSummary(summary);
  return (
    <div className="grid gap-1">
      <blockquote className="max-w-prose whitespace-pre-line break-words font-display text-xl leading-snug">
        “{quote}”
      </blockquote>
      {quote !== summary.trim() && (
        <details className="text-sm text-ink-2">
          <summary className="link inline-block min-h-8 cursor-pointer content-center">
            Read the whole summary
          </summary>
          <p className="mt-1 max-w-prose whitespace-pre-line break-words">{summary.trim()}</p>
        </details>
      )}
    </div>
  );
}
