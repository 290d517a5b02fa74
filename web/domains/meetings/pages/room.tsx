import { Navigate, useLocation, useParams } from "react-router";
import { signInPath } from "../../accounts/next-path.ts";
import { useSession } from "../../accounts/session.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { RoomLoading, RoomVisit } from "../components/room-visit.tsx";

export const meta = () => pageMeta("Room");

export default function RoomPage() {
  const { id = "" } = useParams();
  const { status } = useSession();
  const location = useLocation();
  if (status === "loading") return <RoomLoading />;
  if (status === "signed-out") return <Navigate to={signInPath(location)} replace />;
  return <RoomVisit key={id} bookingId={id} />;
}
