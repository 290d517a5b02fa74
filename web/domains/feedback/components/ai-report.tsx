import type { AiReport as Report } from "@greenroom/contract/feedback.ts";
import { formatClock } from "../../../ui/time/format-clock.ts";

interface AiReportProps {
  report: Report;
  withName: string;
}

/** What the AI made of a session: folded up, for a list of sessions is read by its dates. */
export function AiReport({ report, withName }: AiReportProps) {
  const { summary, strengths, improvements, moments } = report;
  return (
    <details className="rounded-sm border border-green-line bg-green-tint px-4 py-1">
      <summary className="flex min-h-9 items-center gap-2 font-semibold text-green">
        AI report<span className="sr-only"> on the session with {withName}</span>
      </summary>
      <div className="grid gap-4 pb-3 pt-1">
        <p className="max-w-prose whitespace-pre-line">{summary}</p>
        <Points title="What went well" points={strengths} />
        <Points title="What to work on" points={improvements} />
        {moments.length > 0 && (
          <div>
            <p className="font-semibold">Moments</p>
            <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              {moments.map(({ atSeconds, text }) => (
                <div key={`${atSeconds} ${text}`} className="contents">
                  <dt className="text-ink-2 tabular">{formatClock(atSeconds)}</dt>
                  <dd className="min-w-0">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </details>
  );
}

function Points({ title, points }: { title: string; points: string[] }) {
  if (points.length === 0) return null;
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
