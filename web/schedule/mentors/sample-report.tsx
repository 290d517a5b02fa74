import { Card } from "../../ui/panels.tsx";
import { StatusDot } from "../../ui/status.tsx";

/* What somebody gets after an interview: a report and a mentor's feedback of our demo, without names. */

const scores = [
  { area: "Problem framing", score: 4 },
  { area: "ML depth", score: 3 },
  { area: "Coding", score: 4 },
  { area: "Communication", score: 4 },
  { area: "Evaluation and production", score: 2 },
];

const points = [
  {
    at: "06:12",
    quote: "Before a model I would ask what a wrong recommendation costs us.",
    says: "You settled the goal and its cost before naming a method.",
    status: "ready",
  },
  {
    at: "19:48",
    quote: "I would split randomly, eighty to twenty.",
    says: "The clicks are ordered in time, so a random split lets the model see the future.",
    status: "wait",
  },
  {
    at: "24:30",
    quote: "If the metric goes up offline, we launch.",
    says: "You left out the online test, its guardrail metrics and the way back.",
    status: "wait",
  },
] as const;

const nextSteps = [
  "Split by time: redo the last task with a cut at one date, and compare both scores.",
  "Write down for one product: launch metric, two guardrails, and when you would switch it off.",
];

/** One report and one review, the same on every mentor's page. */
export function SampleReport() {
  return (
    <section aria-labelledby="sample-title">
      <h2 id="sample-title" className="text-2xl">
        What you get
      </h2>
      <p className="mt-2 max-w-2xl text-ink-2">
        After each interview: your mentor&apos;s scores and written feedback, and a report whose points open
        the moment they come from. This is a sample, without names.
      </p>
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <h3 className="text-xl">Your mentor&apos;s feedback</h3>
          <dl className="mt-4 grid gap-2.5">
            {scores.map(({ area, score }) => (
              <div key={area} className="grid grid-cols-[1fr_auto_auto] items-center gap-3">
                <dt>{area}</dt>
                <dd aria-hidden="true" className="flex gap-1">
                  {[1, 2, 3, 4, 5].map((step) => (
                    <span
                      key={step}
                      className={`h-2 w-5 rounded-full sm:w-7 ${step <= score ? "bg-green" : "bg-line"}`}
                    />
                  ))}
                </dd>
                <dd className="tabular font-semibold">
                  {score}
                  <span className="sr-only"> out of 5</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-5 text-ink-2">
            You ask good questions first and think aloud, so I could follow you all the way. What stands
            between you and a mid-level offer is evaluation: how you split data with a time in it, and what
            you would watch after the launch.
          </p>
          <h4 className="mt-5 font-text text-base font-semibold">Next steps</h4>
          <ol className="mt-2 grid list-decimal gap-2 pl-5 text-ink-2">
            {nextSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
        <Card>
          <h3 className="text-xl">The report</h3>
          <ul className="mt-4 grid gap-5">
            {points.map(({ at, quote, says, status }) => (
              <li key={at} className="grid grid-cols-[auto_1fr] gap-x-3">
                <StatusDot status={status} className="mt-2" />
                <div>
                  <p>{says}</p>
                  <blockquote className="mt-1.5 border-l-2 border-line pl-3 text-sm text-ink-2">
                    <span className="tabular font-semibold">{at}</span> “{quote}”
                  </blockquote>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </section>
  );
}
