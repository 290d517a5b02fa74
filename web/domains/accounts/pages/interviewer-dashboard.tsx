import { Outlet } from "react-router";
import { paths } from "../../../paths.ts";
import { AverageRating } from "../components/average-rating.tsx";
import { DashboardFrame } from "../components/dashboard-frame.tsx";
import { DashboardLoading } from "../components/dashboard-loading.tsx";
import { RequireRole } from "../components/require-role.tsx";
import { useUser } from "../session.tsx";

const links = [
  { to: paths.calendar, label: "Calendar", shortLabel: "Calendar" },
  { to: paths.earnings, label: "Earnings", shortLabel: "Earnings" },
  { to: paths.history, label: "History", shortLabel: "History" },
  { to: paths.interviewerAccount, label: "Account", shortLabel: "Account" },
];

export default function InterviewerDashboard() {
  return (
    <RequireRole allow="interviewer" loading={<DashboardLoading />}>
      <Frame />
    </RequireRole>
  );
}

function Frame() {
  const { firstName, lastName, email } = useUser();
  return (
    <DashboardFrame links={links}>
      <div className="mb-0.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-ink-3">Welcome, {`${firstName} ${lastName}`.trim() || email}</p>
        <AverageRating />
      </div>
      <Outlet />
    </DashboardFrame>
  );
}
