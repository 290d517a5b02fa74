import { Link, Navigate, Outlet, useLocation } from "react-router";
import {
  DashboardLayout,
  DashboardLoading,
  intervieweeLinks,
  interviewerLinks,
} from "../../app/dashboard/dashboard-layout.tsx";
import { paths } from "../../paths.ts";
import { NextInterviewBanner } from "../../schedule/next-interview-banner.tsx";
import { signInPath } from "../../session/next-path.ts";
import { useSession } from "../../session/session.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";

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

const parts = [
  {
    title: "Practice alone",
    text: "A question for your role, and a clock: explain your approach, defend it against follow-ups, then write the code. Hidden tests check it in your own browser.",
  },
  {
    title: "Drills",
    text: "Short sets of cards for AI engineers, ML engineers, data scientists and data analysts. Cards come back just before you would forget them.",
  },
  {
    title: "Honest results",
    text: "You compare your answer with a model answer and tick what you said. Nothing grades your speech, and tests check your code.",
  },
];

export function PracticeIntro({ signInTo }: { signInTo: string }) {
  return (
    <main id="content" tabIndex={-1} className="page grow py-10 outline-none">
      <h1 className="text-3xl">Practice alone, free</h1>
      <p className="mt-3 max-w-2xl text-lg text-ink-2">
        You need an account, and no plan. No interviewer sees your answers.
      </p>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {parts.map(({ title, text }) => (
          <li key={title} className="grid">
            <Card>
              <h2 className="text-xl">{title}</h2>
              <p className="mt-2 text-ink-2">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link
          to={`${paths.signUp}?${new URLSearchParams({ next: paths.practice })}`}
          className={buttonClass({ size: "lg" })}
        >
          Create a free account
        </Link>
        <Link to={signInTo} className={buttonClass({ size: "lg", variant: "quiet" })}>
          Sign in
        </Link>
      </p>
    </main>
  );
}
