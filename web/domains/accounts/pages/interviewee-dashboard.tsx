import { Outlet } from "react-router";
import { paths } from "../../../paths.ts";
import { DashboardFrame } from "../components/dashboard-frame.tsx";
import { DashboardLoading } from "../components/dashboard-loading.tsx";
import { RequireRole } from "../components/require-role.tsx";
import { LowSessionsBanner, SessionsLeftCard } from "../components/sessions-left.tsx";
import { useUser } from "../session.tsx";

const links = [
  { to: paths.mySessions, label: "My Sessions", shortLabel: "Sessions" },
  { to: paths.profile, label: "Profile", shortLabel: "Profile" },
  { to: paths.booking, label: "Booking", shortLabel: "Booking" },
];

export default function IntervieweeDashboard() {
  return (
    <RequireRole allow="interviewee" loading={<DashboardLoading />}>
      <Frame />
    </RequireRole>
  );
}

function Frame() {
  const { firstName, email, sessionCount, planType } = useUser();
  return (
    <DashboardFrame links={links} foot={<SessionsLeftCard count={sessionCount} planType={planType} />}>
      <LowSessionsBanner count={sessionCount} />
      <p className="mb-0.5 text-sm text-ink-3 print:hidden">Welcome, {firstName || email}</p>
      <Outlet />
    </DashboardFrame>
  );
}
