import type { MentorNumbers } from "@greenroom/contract/schedule/mentors.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatFeedbackTime } from "./mentor-numbers.tsx";

interface Line {
  term: string;
  show: (numbers: MentorNumbers) => string | null;
}

const lines: Line[] = [
  {
    term: "Rating",
    show: ({ rating }) => (rating === null ? null : `${rating.average.toFixed(1)} (${rating.count})`),
  },
  { term: "Interviews", show: ({ interviews }) => String(interviews) },
  { term: "On time", show: ({ onTimePercent }) => (onTimePercent === null ? null : `${onTimePercent}%`) },
  {
    term: "Feedback in",
    show: ({ feedbackMinutes }) => (feedbackMinutes === null ? null : formatFeedbackTime(feedbackMinutes)),
  },
];

/** The interviewer's numbers beside the median of all listed mentors. Nothing if they cannot be loaded. */
export function OwnNumbersStrip() {
  const { data, isError } = useQuery(queryOptionsFor("GET /api/interviewer/numbers"));
  if (data === undefined && isError) return null;
  return (
    <section aria-labelledby="own-numbers-title" className="mb-8">
      <h2 id="own-numbers-title" className="text-xl">
        How I compare
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {lines.map(({ term, show }) => {
          const middle = data?.median ? show(data.median) : null;
          return (
            <div key={term} className="rounded-md border border-line bg-card px-4 py-3">
              <dt className="text-sm text-ink-2">{term}</dt>
              <dd>
                {/* Keeps its place while it loads, above a list that people read. */}
                <span className="tabular block min-h-8 font-display text-xl font-[570]">
                  {data && (show(data.own) ?? "–")}
                </span>
                {(middle !== null || data === undefined) && (
                  <span className="tabular block min-h-4.5 text-xs text-ink-3">
                    {middle !== null && `median of all: ${middle}`}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
