import { Navigate, Outlet, useLocation } from "react-router";
import { DashboardLayout, DashboardLoading } from "../../../app/dashboard/dashboard-layout.tsx";
import { intervieweeLinks, interviewerLinks } from "../../../app/dashboard/dashboard-links.ts";
import { paths } from "../../../paths.ts";
import { NextInterviewBanner } from "../../../schedule/meetings/next-interview-banner.tsx";
import { signInPath } from "../../../session/next-path.ts";
import { useSession } from "../../../session/session.tsx";
import { PracticeIntro } from "../hub/practice-intro.tsx";

/** Practice is open to every user; a visitor sees what it is. */
export default function PracticeLayout() {
  const { status, user } = useSession();
  const location = useLocation();
  if (status === "loading") return <DashboardLoading />;
  if (user === null) {
    return location.pathname === paths.practice ? (
      <PracticeIntro signInTo={signInPath(location)} />
    ) : (
      <Navigate to={signInPath(location)} replace />
    );
  }
  return (
    <DashboardLayout links={user.role === "interviewer" ? interviewerLinks : intervieweeLinks}>
      <NextInterviewBanner />
      <Outlet />
    </DashboardLayout>
  );
}
