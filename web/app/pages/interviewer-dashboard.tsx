import { useQuery } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { CandidateProgressContext } from "../../schedule/candidate-resume.tsx";
import { NextInterviewBanner } from "../../schedule/next-interview-banner.tsx";
import { RequireRole } from "../../session/require-role.tsx";
import { useUser } from "../../session/session.tsx";
import { Pill } from "../../ui/content.tsx";
import { LazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import {
  DashboardLayout,
  DashboardLoading,
  interviewerLinks,
  OperatorLink,
} from "../dashboard/dashboard-layout.tsx";

export default function InterviewerDashboard() {
  return (
    <RequireRole allow="interviewer" loading={<DashboardLoading links={interviewerLinks} />}>
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

/** The mean of the interviewees' ratings, out of 5 with one decimal (requirements §2). */
function AverageRating() {
  const stats = useQuery(queryOptionsFor("GET /api/interviewer/dashboard-stats"));
  if (stats.isPending) return <Skeleton className="h-6.5 w-28 rounded-full" />;
  if (stats.isError) return <span className="text-sm text-ink-3">The rating could not be loaded.</span>;
  const { averageRating } = stats.data;
  if (averageRating === null) return <Pill key="none">No Ratings Yet</Pill>;
  return (
    <Pill key="rated" status="ready">
      Average rating {averageRating.toFixed(1)} / 5
    </Pill>
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
