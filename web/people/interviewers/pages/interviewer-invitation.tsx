import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { call, errorMessage } from "../../../api/client.ts";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { pageMeta } from "../../../app/page-meta.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { formatDateTime } from "../../../format/times.ts";
import { dashboardPath, paths } from "../../../paths.ts";
import { signInPath } from "../../../session/next-path.ts";
import { useSession, useTimeZone } from "../../../session/session.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/content.tsx";
import { LoadingLines } from "../../../ui/loading.tsx";
import { Card } from "../../../ui/panels.tsx";
import { StatusMessage, withSign } from "../../../ui/status.tsx";

export const meta = () => pageMeta("Become an interviewer");

const messages = {
  load: {
    failed: "Your invitation could not be loaded.",
    network: "Network error or server unavailable. Please try again.",
  },
  answer: {
    failed: "Your answer was not saved. Please try again.",
    network: "Network error or server unavailable. Please try again.",
  },
};

/** The invitation to become an interviewer, for the holder of an account: what changes, and both answers. */
export default function InterviewerInvitationPage() {
  const { status, user } = useSession();
  const location = useLocation();
  if (status === "signed-out") return <Navigate to={signInPath(location)} replace />;
  return (
    <div className="page max-w-2xl pt-12 sm:pt-16">
      <h1 className="mb-5 text-3xl">Become an interviewer</h1>
      {user === null ? (
        <LoadingLines label="Loading your invitation…" lines={4} />
      ) : (
        <Invitation email={user.email} role={user.role} />
      )}
    </div>
  );
}

function Invitation({ email, role }: { email: string; role: string }) {
  const { refreshUser } = useSession();
  const timeZone = useTimeZone();
  const query = useQuery({
    ...queryOptionsFor("GET /api/user/interviewer-invitation"),
    refetchOnWindowFocus: false,
  });
  const [answered, setAnswered] = useState<string | null>(null);
  const answer = useMutation({
    mutationFn: async (isAccepted: boolean) => {
      const { msg } = await call(
        isAccepted
          ? "POST /api/user/interviewer-invitation/accept"
          : "POST /api/user/interviewer-invitation/decline",
      );
      if (isAccepted) await refreshUser();
      return msg;
    },
    onSuccess: setAnswered,
  });
  if (answered !== null) {
    return (
      <Card className="grid gap-5">
        <StatusMessage message={withSign("✅", answered)} tone="good" />
        <div>
          <Link
            to={role === "interviewer" ? paths.calendar : dashboardPath(role)}
            className={buttonClass({})}
          >
            {role === "interviewer" ? "Open your calendar" : "Open your dashboard"}
          </Link>
        </div>
      </Card>
    );
  }
  return (
    <QueryContent query={query} loadingLabel="Loading your invitation…" messages={messages.load}>
      {({ invitation }) =>
        invitation === null ? (
          <Card>
            <EmptyState
              headingLevel={2}
              title="No open invitation"
              detail={`There is none for ${email}. It may have expired or been answered already. If it was sent to another address, sign in with that one.`}
            />
          </Card>
        ) : (
          <Card className="grid gap-5">
            <p>
              Invitation for <strong className="break-all">{email}</strong>. It is open until{" "}
              {formatDateTime(new Date(invitation.expiresAt), timeZone)},{" "}
              {timeZoneLabel(timeZone, new Date(invitation.expiresAt))}.
            </p>
            <div>
              <h2 className="mb-2 text-lg">What changes when you accept</h2>
              <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
                <li>Your account gets the interviewer's dashboard: calendar, earnings and history.</li>
                <li>You offer hours, candidates book you, and you are paid for each interview.</li>
                <li>You can no longer buy or book interviews with this account.</li>
                <li>Candidates see your name, and what you write on your page.</li>
              </ul>
            </div>
            <StatusMessage message={invitation.obstacle} tone="wait" />
            <StatusMessage
              message={answer.error === null ? null : errorMessage(answer.error, messages.answer)}
              tone="bad"
            />
            <div className="flex flex-wrap gap-3">
              <Button
                inactive={invitation.obstacle !== null}
                pending={answer.isPending && answer.variables}
                pendingLabel="Accepting…"
                onClick={() => answer.mutate(true)}
              >
                Accept and become an interviewer
              </Button>
              <Button
                variant="quiet"
                pending={answer.isPending && !answer.variables}
                pendingLabel="Declining…"
                onClick={() => answer.mutate(false)}
              >
                Decline
              </Button>
            </div>
          </Card>
        )
      }
    </QueryContent>
  );
}
