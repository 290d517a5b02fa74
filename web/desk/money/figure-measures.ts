import type { FigureRow } from "@greenroom/contract/desk/money/figures.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";

export interface Measure {
  value: string;
  label: string;
  of: (row: FigureRow) => number | null;
  format: (value: number) => string;
}

const count = (value: number) => new Intl.NumberFormat("en-IN").format(value);
const rupees = (value: number) => formatRupees(value);
const percent = (value: number) => `${Math.round(value * 100)}%`;
const hours = (value: number) => `${count(value)}\u00A0h`;
/** Null if the divisor is 0, because a missing share is not a share of 0. */
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

/** The measures of the plot, and the columns of its table. */
export const measures: readonly Measure[] = [
  { value: "revenue", label: "Revenue", of: ({ revenue }) => revenue, format: rupees },
  { value: "refunds", label: "Refunds", of: ({ refunds }) => refunds, format: rupees },
  { value: "sold", label: "Sessions sold", of: ({ sessionsSold }) => sessionsSold, format: count },
  { value: "used", label: "Sessions used", of: ({ sessionsUsed }) => sessionsUsed, format: count },
  { value: "open", label: "Open sessions", of: ({ openSessions }) => openSessions, format: count },
  { value: "debt", label: "Open value", of: ({ openValue }) => openValue, format: rupees },
  { value: "interviews", label: "Interviews", of: ({ completed }) => completed, format: count },
  {
    value: "utilization",
    label: "Slots booked",
    of: ({ slotsBooked, slotsOffered }) => share(slotsBooked, slotsOffered),
    format: percent,
  },
  {
    value: "no-show-interviewee",
    label: "Interviewee no-shows",
    of: ({ noShowInterviewee, interviews }) => share(noShowInterviewee, interviews),
    format: percent,
  },
  {
    value: "no-show-interviewer",
    label: "Interviewer no-shows",
    of: ({ noShowInterviewer, interviews }) => share(noShowInterviewer, interviews),
    format: percent,
  },
  { value: "feedback", label: "Time to feedback", of: ({ feedbackHours }) => feedbackHours, format: hours },
];
