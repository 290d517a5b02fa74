import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useLocation, useParams } from "react-router";
import { ApiError } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { signInPath } from "../../session/next-path.ts";
import { useSession } from "../../session/session.tsx";
import { practiceMessages } from "../rounds/messages.ts";
import { OpenRound } from "../rounds/open-round.tsx";

export const meta = () => pageMeta("Practice round");

export default function PracticeRoundPage() {
  const { status, user } = useSession();
  const location = useLocation();
  const { id = "" } = useParams();
  if (status === "loading") return null;
  if (user === null) return <Navigate to={signInPath(location)} replace />;
  return <Round key={id} id={id} />;
}

function Round({ id }: { id: string }) {
  const round = useQuery({
    ...queryOptionsFor("GET /api/practice/rounds/:id", { params: { id } }),
    retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
  });
  if (round.data) return <OpenRound round={round.data} />;
  return (
    <main id="content" className="page grid gap-4 py-16">
      <h1 className="text-2xl">Practice round</h1>
      <QueryContent query={round} loadingLabel="Opening the round…" messages={practiceMessages.round}>
        {() => null}
      </QueryContent>
      <Link to={paths.practice} className="link justify-self-start">
        Back to practice
      </Link>
    </main>
  );
}
