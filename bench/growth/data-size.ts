/**
 * How many rows of each kind a generated database has. History grows with `bookings`, people with a tenth of
 * it.
 */
export interface DataSize {
  bookings: number;
  interviewers: number;
  /** Interviewers with bookings. Each has the same history at every size, so that their own pages can be compared. */
  bookedInterviewers: number;
  interviewees: number;
  /** Bookings of one such interviewer, one hundredth of which are upcoming. */
  bookingsPerInterviewer: number;
  pendingPerInterviewer: number;
}

const bookingsPerInterviewer = 1000;

/**
 * So many interviewers and as many interviewees have the current work: what the last weeks brought, which is the same at
 * every size and newer than all history. More than a page of a list has (200) and more than Today counts of a kind.
 */
export const currentPairs = 240;
/** Their numbers, and those of their bookings, begin here, beyond every number of the history. */
export const firstCurrent = 10_000_000;

/** `bookings` is a round number of at least 1,000, so that the generator can divide it evenly. */
export function dataSize(bookings: number): DataSize {
  if (bookings < bookingsPerInterviewer || bookings % bookingsPerInterviewer !== 0)
    throw new Error("bookings must be a multiple of 1,000");
  const bookedInterviewers = bookings / bookingsPerInterviewer;
  return {
    bookings,
    interviewers: Math.max(10, bookedInterviewers),
    bookedInterviewers,
    interviewees: Math.max(100, bookings / 10),
    bookingsPerInterviewer,
    pendingPerInterviewer: Math.ceil(bookingsPerInterviewer / 100),
  };
}

/** The interviewee and the interviewer whose own pages are measured. */
export const measuredInterviewee = 50;
export const measuredInterviewer = 0;

/** The first digits of a generated id, by kind. */
export const idKinds = {
  interviewer: 1,
  interviewee: 2,
  slot: 3,
  booking: 4,
  rule: 5,
  openSlot: 6,
  quote: 7,
  order: 8,
  payment: 9,
  lot: 10,
  remedyLot: 11,
  credit: 12,
  remedyCredit: 13,
  feedback: 14,
  earning: 15,
  payout: 16,
  visit: 17,
  signIn: 18,
  noShow: 19,
  timeOff: 20,
  message: 21,
  code: 22,
  abandonedQuote: 23,
  abandonedOrder: 24,
  refund: 25,
  application: 26,
  approval: 27,
  coupon: 28,
} as const;

/**
 * The id that the generator gives to row `index` of a kind. Ids rise with time and differ in their first 48 bits, as the
 * server's own do: PostgreSQL's indexes against overlaps compare ids as floating-point numbers, and degenerate when
 * these differ in the last bits only.
 */
export function generatedId(kind: keyof typeof idKinds, index: number): string {
  const digits = idKinds[kind].toString(16).padStart(2, "0") + index.toString(16).padStart(10, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** One statement of the generator. `id(kind, n)` in it stands for the id of row `n` of a kind. */
export interface GeneratorStatement {
  makes: string;
  sql: string;
}
