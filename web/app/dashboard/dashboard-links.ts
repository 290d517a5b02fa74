import { paths } from "../../paths.ts";
import type { DashboardLink } from "./dashboard-layout.tsx";

export const intervieweeLinks: readonly DashboardLink[] = [
  {
    to: paths.mySessions,
    label: "My Sessions",
    shortLabel: "Sessions",
    detailPaths: [paths.intervieweeRecord(""), paths.report(""), paths.receipt("")],
  },
  { to: paths.practice, label: "Practice", shortLabel: "Practice" },
  { to: paths.progress, label: "Progress", shortLabel: "Progress" },
  { to: paths.profile, label: "Profile", shortLabel: "Profile" },
  { to: paths.booking, label: "Booking", shortLabel: "Booking" },
];

export const interviewerLinks: readonly DashboardLink[] = [
  { to: paths.calendar, label: "Calendar", shortLabel: "Calendar" },
  { to: paths.earnings, label: "Earnings", shortLabel: "Earnings" },
  {
    to: paths.history,
    label: "History",
    shortLabel: "History",
    detailPaths: [paths.interviewerRecord("")],
  },
  { to: paths.ownQuestions, label: "Questions", shortLabel: "Questions" },
  { to: paths.interviewerAccount, label: "Account", shortLabel: "Account" },
];
