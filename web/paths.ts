/** Every address of the site, so that a link to a page that moved fails to compile instead of to open. */
export const paths = {
  home: "/",
  about: "/about",
  pricing: "/pricing",
  contact: "/contact",
  privacy: "/privacy",
  terms: "/terms",
  signUp: "/signup",
  signIn: "/signin",
  dashboard: "/dashboard",
  intervieweeDashboard: "/interviewee-dashboard",
  mySessions: "/interviewee-dashboard/my-sessions",
  intervieweeRecord: (bookingId: string) =>
    `/interviewee-dashboard/session-record/${encodeURIComponent(bookingId)}`,
  profile: "/interviewee-dashboard/profile",
  booking: "/interviewee-dashboard/booking",
  receipt: (paymentId: string) => `/interviewee-dashboard/receipts/${encodeURIComponent(paymentId)}`,
  interviewerDashboard: "/interviewer-dashboard",
  calendar: "/interviewer-dashboard/calendar",
  weeklyHours: "/interviewer-dashboard/calendar/weekly-hours",
  earnings: "/interviewer-dashboard/earnings",
  history: "/interviewer-dashboard/history",
  interviewerRecord: (bookingId: string) =>
    `/interviewer-dashboard/session-record/${encodeURIComponent(bookingId)}`,
  interviewerAccount: "/interviewer-dashboard/account",
  room: (bookingId: string) => `/room/${encodeURIComponent(bookingId)}`,
} as const;

/** The dashboard of a role (specification §2: everyone who is no interviewer is an interviewee). */
export function dashboardOf(role: string): string {
  return role === "interviewer" ? paths.interviewerDashboard : paths.intervieweeDashboard;
}

export function isDashboard(pathname: string): boolean {
  return pathname.startsWith(paths.intervieweeDashboard) || pathname.startsWith(paths.interviewerDashboard);
}

/**
 * Whether a page must come as a document of its own (`<Link reloadDocument>`): plans are bought under a policy that lets
 * the payment provider in, and a policy comes with the document (server/http/checkout-policy.ts).
 */
export function isOwnDocument(path: string): boolean {
  return new URL(path, "https://own.invalid").pathname === paths.pricing;
}

export function isRoom(pathname: string): boolean {
  return pathname.startsWith(paths.room(""));
}
