import type { Party } from "@greenroom/contract/schedule/bookings.ts";

/** Every path of the site, so that a link to a page that moved is a compile error. */
export const paths = {
  home: "/",
  about: "/about",
  pricing: "/pricing",
  /** Where a chosen slot leads from anywhere, as a full page load. */
  chosenSlot: (slotId: string) => `/pricing?${new URLSearchParams({ slot: slotId })}`,
  contact: "/contact",
  interviewWithUs: "/interview-with-us",
  mentors: "/mentors",
  mentor: (slug: string) => `/mentors/${encodeURIComponent(slug)}`,
  privacy: "/privacy",
  terms: "/terms",
  signUp: "/signup",
  signIn: "/signin",
  dashboard: "/dashboard",
  intervieweeDashboard: "/interviewee-dashboard",
  mySessions: "/interviewee-dashboard/my-sessions",
  intervieweeRecord: (bookingId: string) =>
    `/interviewee-dashboard/session-record/${encodeURIComponent(bookingId)}`,
  report: (bookingId: string) => `/interviewee-dashboard/reports/${encodeURIComponent(bookingId)}`,
  progress: "/interviewee-dashboard/progress",
  profile: "/interviewee-dashboard/profile",
  booking: "/interviewee-dashboard/booking",
  /** The open slots of one interviewer. */
  bookingWith: (interviewerId: string) =>
    `/interviewee-dashboard/booking?${new URLSearchParams({ interviewer: interviewerId })}`,
  /** Where somebody may wait for a time of a mentor, after signing in or up. */
  waitForMentor: (slug: string) => `/interviewee-dashboard/booking?${new URLSearchParams({ wait: slug })}`,
  /** The booking page with a slot: to confirm, booked, or with the nearest ones in its place. */
  slotToBook: (slotId: string) => `/interviewee-dashboard/booking?${new URLSearchParams({ slot: slotId })}`,
  receipt: (paymentId: string) => `/interviewee-dashboard/receipts/${encodeURIComponent(paymentId)}`,
  practice: "/practice",
  practiceHistory: "/practice/history",
  practiceAnswer: (answerId: string) => `/practice/answers/${encodeURIComponent(answerId)}`,
  practiceRound: (roundId: string) => `/practice/rounds/${encodeURIComponent(roundId)}`,
  practiceRoundReport: (roundId: string) => `/practice/reports/${encodeURIComponent(roundId)}`,
  /** The practice page with a question to begin with. */
  practiceQuestion: (questionId: string) => `/practice?${new URLSearchParams({ question: questionId })}`,
  drill: (setId: string) => `/practice/drills/${encodeURIComponent(setId)}`,
  interviewerDashboard: "/interviewer-dashboard",
  calendar: "/interviewer-dashboard/calendar",
  weeklyHours: "/interviewer-dashboard/calendar/weekly-hours",
  earnings: "/interviewer-dashboard/earnings",
  history: "/interviewer-dashboard/history",
  ownQuestions: "/interviewer-dashboard/questions",
  interviewerRecord: (bookingId: string) =>
    `/interviewer-dashboard/session-record/${encodeURIComponent(bookingId)}`,
  ownPage: "/interviewer-dashboard/page",
  interviewerAccount: "/interviewer-dashboard/account",
  /** For either party: redirects each to the record in their own dashboard. */
  record: (bookingId: string, itemId: string) =>
    `/session-record/${encodeURIComponent(bookingId)}?${new URLSearchParams({ at: itemId })}`,
  interviewerInvitation: "/interviewer-invitation",
  seeAs: "/see-as",
  operator: "/operator",
  operatorPeople: "/operator/people",
  operatorPerson: (userId: string) => `/operator/people/${encodeURIComponent(userId)}`,
  operatorBookings: "/operator/bookings",
  operatorBooking: (bookingId: string) => `/operator/bookings/${encodeURIComponent(bookingId)}`,
  /** A day of one person's interviews, by default today. */
  operatorUpcoming: (person: string) =>
    `/operator/bookings?${new URLSearchParams({ person, status: "pending" })}`,
  operatorMoney: "/operator/money",
  /** A page about money: `refunds`, `payouts`. */
  operatorMoneyPart: (part: string) => `/operator/money/${part}`,
  operatorUnpaidOrders: (person: string) => `/operator/money/orders?${new URLSearchParams({ person })}`,
  operatorSettlement: (id: string) => `/operator/money/settlements/${encodeURIComponent(id)}`,
  operatorPayment: (paymentId: string) => `/operator/money/payments/${encodeURIComponent(paymentId)}`,
  operatorInterviewers: "/operator/interviewers",
  operatorApplication: (applicationId: string) =>
    `/operator/interviewers/applications/${encodeURIComponent(applicationId)}`,
  operatorHealth: "/operator/health",
  operatorSiteTexts: "/operator/words",
  operatorAudit: "/operator/audit",
  operatorSecurity: "/operator/security",
  /** Where this party answers another time that we proposed; the mail about it links there, too. */
  proposedTime: (party: Party, bookingId: string) =>
    `/${party}-dashboard/proposed-time/${encodeURIComponent(bookingId)}`,
  room: (bookingId: string) => `/room/${encodeURIComponent(bookingId)}`,
} as const;

/** The address at which the page of every mentor is prerendered; the server fills it for each. */
export const mentorTemplatePath = paths.mentor("template");

/** Pages that are the same for everyone and complete without a script (entry.server.tsx). */
export const readingPages: string[] = [
  paths.home,
  paths.about,
  paths.mentors,
  mentorTemplatePath,
  paths.pricing,
  paths.contact,
  paths.interviewWithUs,
  paths.privacy,
  paths.terms,
];

/** The dashboard of a role (requirements §2: everyone who is not an interviewer is an interviewee). */
export function dashboardPath(role: string): string {
  return role === "interviewer" ? paths.interviewerDashboard : paths.intervieweeDashboard;
}

export function isDashboardPath(pathname: string): boolean {
  return [paths.intervieweeDashboard, paths.interviewerDashboard, paths.practice].some((path) =>
    pathname.startsWith(path),
  );
}

/**
 * Whether a page must be loaded as its own document (`<Link reloadDocument>`): only the pricing page's policy
 * allows the payment provider, and a policy belongs to a document (server/kernel/http/security-policy.ts). The
 * server renders the mentors' pages (server/site/mentor-pages.ts).
 */
export function needsFullPageLoad(path: string): boolean {
  const { pathname } = new URL(path, "https://own.invalid");
  return pathname === paths.pricing || pathname === paths.mentors || pathname.startsWith(`${paths.mentors}/`);
}

/** Pages that fill the screen, without the site's header and footer. */
export function isFullScreenPath(pathname: string): boolean {
  return [paths.room(""), paths.practiceRound(""), paths.operator].some((path) => pathname.startsWith(path));
}

/** The parameters of an address with these values; blank ones are left out, and its others stay. */
export function withParameters(address: URLSearchParams, values: object): URLSearchParams {
  const written = new URLSearchParams(address);
  for (const [name, value] of Object.entries(values)) {
    if (value) written.set(name, value);
    else written.delete(name);
  }
  return written;
}
