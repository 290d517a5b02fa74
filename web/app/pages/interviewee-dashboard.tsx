import { Outlet } from "react-router";
import { NextInterviewBanner } from "../../schedule/next-interview-banner.tsx";
import { RequireRole } from "../../session/require-role.tsx";
import { useUser } from "../../session/session.tsx";
import { CreditsLeftCard, LowCreditsBanner } from "../dashboard/credits-left.tsx";
import {
  DashboardLayout,
  DashboardLoading,
  intervieweeLinks,
  OperatorLink,
} from "../dashboard/dashboard-layout.tsx";

export default function IntervieweeDashboard() {
  return (
    <RequireRole allow="interviewee" loading={<DashboardLoading links={intervieweeLinks} />}>
      <IntervieweeDashboardLayout />
    </RequireRole>
  );
}

function IntervieweeDashboardLayout() {
  const { firstName, email, isOperator, sessionCount, planType, sessionsByPlan } = useUser();
  const credits = { sessionCount, planType, sessionsByPlan };
  return (
    <DashboardLayout links={intervieweeLinks} sidebarFooter={<CreditsLeftCard {...credits} />}>
      <NextInterviewBanner />
      <LowCreditsBanner {...credits} />
      <p className="mb-0.5 text-sm text-ink-3 print:hidden">
        Welcome, {firstName || email}
        {isOperator && <OperatorLink />}
      </p>
      <Outlet />
    </DashboardLayout>
  );
}
