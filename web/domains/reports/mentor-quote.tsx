import { quotedSummary } from "@greenroom/contract/reports/mentor-summary.ts";

/** The first sentences of a mentor's summary in their own words, and all of it on request. */
export function MentorQuote({ summary }: { summary: string }) {
  const quote = quotedSummary(summary);
  return (
    <div className="grid gap-1">
      <blockquote className="max-w-prose whitespace-pre-line break-words font-display text-lg leading-snug">
        “{quote}”
      </blockquote>
      {quote !== summary.trim() && (
        <details className="text-sm text-ink-2">
          <summary className="inline-block min-h-8 cursor-pointer content-center font-medium">
            Read the whole summary
          </summary>
          <p className="mt-1 max-w-prose whitespace-pre-line break-words">{summary.trim()}</p>
        </details>
      )}
    </div>
  );
}
