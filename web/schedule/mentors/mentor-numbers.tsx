import type { MentorNumbers } from "@greenroom/contract/schedule/mentors.ts";
import { LineIcon } from "../../ui/button.tsx";

/* The numbers of a mentor in words. No hook and no router, so that the server can render them, too. */

/** `6 hours`, `2 days`: how long feedback takes. */
export function formatFeedbackTime(minutes: number): string {
  if (minutes < 90) return minutes < 60 ? "under an hour" : "1 hour";
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

export function formatInterviews(interviews: number): string {
  return interviews === 1 ? "1 interview" : `${interviews} interviews`;
}

export function MentorRating({ rating }: Pick<MentorNumbers, "rating">) {
  if (rating === null)
    return <span className="rounded-full bg-accent-tint px-2.5 py-0.5 text-sm text-amber">New here</span>;
  return (
    <span className="tabular inline-flex items-center gap-1.5 font-semibold">
      <Star />
      <span>
        <span className="sr-only">Rating </span>
        {rating.average.toFixed(1)}
        <span className="font-normal text-ink-3"> ({rating.count})</span>
      </span>
    </span>
  );
}

function Star() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-4 text-accent" fill="currentColor">
      <path d="m12 2.5 2.9 6.2 6.6.8-4.9 4.6 1.3 6.7-5.9-3.3-5.9 3.3 1.3-6.7-4.9-4.6 6.6-.8z" />
    </svg>
  );
}

/** In one line, for a card. */
export function MentorNumbersLine({ numbers }: { numbers: MentorNumbers }) {
  const { interviews, onTimePercent, feedbackMinutes, rating } = numbers;
  const parts = [
    ...(interviews > 0 ? [formatInterviews(interviews)] : []),
    ...(onTimePercent === null ? [] : [`on time ${onTimePercent}%`]),
    ...(feedbackMinutes === null ? [] : [`feedback in ${formatFeedbackTime(feedbackMinutes)}`]),
  ];
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      <MentorRating rating={rating} />
      {parts.length > 0 && <span className="tabular">{parts.join(" · ")}</span>}
    </p>
  );
}

/** As four cards, for the mentor's own page. */
export function MentorNumbersGrid({ numbers }: { numbers: MentorNumbers }) {
  const { rating, interviews, onTimePercent, feedbackMinutes } = numbers;
  const cards = [
    {
      term: "Rating",
      detail: rating === null ? "New here" : rating.average.toFixed(1),
      note: rating === null ? "fewer than 5 ratings" : `from ${rating.count} ratings`,
    },
    { term: "Interviews", detail: String(interviews), note: "held here" },
    {
      term: "On time",
      detail: onTimePercent === null ? "–" : `${onTimePercent}%`,
      note: onTimePercent === null ? "no interviews yet" : interviews < 50 ? "so far" : "last 50 interviews",
    },
    {
      term: "Feedback in",
      detail: feedbackMinutes === null ? "–" : formatFeedbackTime(feedbackMinutes),
      note: feedbackMinutes === null ? "no feedback yet" : "usually",
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {cards.map(({ term, detail, note }) => (
        <div key={term} className="rounded-md border border-line bg-card px-4 py-3">
          <dt className="text-sm text-ink-2">{term}</dt>
          <dd>
            <span className="tabular block font-display text-xl font-[570]">{detail}</span>
            <span className="text-xs text-ink-3">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The arrow of a link to more. */
export function MoreArrow() {
  return <LineIcon className="size-4">M5 12h14M13 6l6 6-6 6</LineIcon>;
}
