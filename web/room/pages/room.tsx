import { Navigate, useLocation, useParams } from "react-router";
import { pageMeta } from "../../app/page-meta.ts";
import { signInPath } from "../../session/next-path.ts";
import { useSession } from "../../session/session.tsx";
import { RoomLoading, RoomScreen } from "../room-screen.tsx";

export const meta = () => pageMeta("Room");

export default function RoomPage() {
  const { id = "" } = useParams();
  const { status } = useSession();
  const location = useLocation();
  if (status === "loading") return <RoomLoading />;
  if (status === "signed-out") return <Navigate to={signInPath(location)} replace />;
  return <RoomScreen key={id} bookingId={id} />;
}
