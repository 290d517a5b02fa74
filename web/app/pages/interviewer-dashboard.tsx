import { Outlet } from "react-router";
import { CandidateProgressContext } from "../../schedule/candidate-resume.tsx";
import { NextInterviewBanner } from "../../schedule/next-interview-banner.tsx";
import { RequireRole } from "../../session/require-role.tsx";
import { useUser } from "../../session/session.tsx";
import { LazyPart } from "../../ui/lazy-part.tsx";
import { AverageRating } from "../dashboard/average-rating.tsx";
import {
  DashboardLayout,
  DashboardLoading,
  interviewerLinks,
  OperatorLink,
} from "../dashboard/dashboard-layout.tsx";

export default function InterviewerDashboard() {
  return (
    <RequireRole allow="interviewer" loading={<DashboardLoading />}>
      <InterviewerDashboardLayout />
    </RequireRole>
  );
}

function InterviewerDashboardLayout() {
  const { firstName, lastName, email, isOperator } = useUser();
  return (
    <DashboardLayout links={interviewerLinks}>
      <NextInterviewBanner />
      <div className="mb-0.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-ink-3">
          Welcome, {`${firstName} ${lastName}`.trim() || email}
          {isOperator && <OperatorLink />}
        </p>
        <AverageRating />
      </div>
      <CandidateProgressContext value={CandidateProgress}>
        <Outlet />
      </CandidateProgressContext>
    </DashboardLayout>
  );
}

const progressPart = {
  name: "The progress",
  load: async () => (await import("../../review/progress/progress-view.tsx")).CandidateProgress,
  lines: 4,
};

function CandidateProgress({ userId }: { userId: string }) {
  return <LazyPart source={progressPart}>{(Progress) => <Progress userId={userId} />}</LazyPart>;
}
