import { pageText } from "../../app/page-data.ts";

const { reportTime } = pageText;

const steps = [
  {
    title: "Sign up and pick a plan",
    text: "One, three or five sessions. You pay once; there is no subscription.",
  },
  {
    title: "Book a session",
    text: "Every open slot in your own time zone. Choose the hour and the mentor.",
  },
  {
    title: "Practice a real interview",
    text: "Thirty minutes live with a person, then ten of feedback, by the room's own clock.",
  },
  {
    title: "Get instant AI feedback",
    text: `The report from your session's record is made ${reportTime}. A language model drafts it if this site uses one; otherwise its points are counted. Each opens the moment it comes from.`,
  },
  { title: "Receive detailed mentor insights", text: "Your mentor's written review, with what to do next." },
];

/** The five steps (requirements §1). */
export function Steps() {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li key={step.title} className="relative grid grid-cols-[2.5rem_1fr] gap-x-5 pb-8 last:pb-0">
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute bottom-0 left-5 top-11 border-l border-dashed border-edge"
            />
          )}
          <span
            aria-hidden="true"
            className="grid size-10 place-items-center rounded-full bg-dark font-text text-lg font-semibold text-accent tabular"
          >
            {index + 1}
          </span>
          <div className="pt-1.5">
            <h4 className="font-display text-xl font-[570] leading-tight tracking-tight">{step.title}</h4>
            <p className="mt-1 text-ink-2">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
