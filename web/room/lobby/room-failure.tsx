import { ApiError, errorMessage } from "../../api/errors.ts";
import { Button } from "../../ui/actions/button.tsx";
import { BackToDashboardLink } from "../layout/back-to-dashboard-link.tsx";
import { RoomLayout } from "../layout/room-layout.tsx";
import { RoomMessage } from "../layout/room-message.tsx";
import { useRoomTitle } from "../layout/use-room-title.ts";
import { ClosedRoom } from "./closed-room.tsx";

interface RoomFailureProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

const messages = {
  failed: "The room could not be opened.",
  network: "The room can't be reached. Trying again…",
};

/** There is no room to show: not this user's, closed, or unreachable. */
export function RoomFailure({ error, retrying, onRetry }: RoomFailureProps) {
  if (error instanceof ApiError && error.code === "conflict") return <ClosedRoom message={error.msg} />;
  // An invalid id gets the same message as another user's room, so that nobody learns what exists.
  if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return <NotParticipant />;
  return <RoomUnreachable message={errorMessage(error, messages)} retrying={retrying} onRetry={onRetry} />;
}

function NotParticipant() {
  useRoomTitle("Not your room");
  return (
    <RoomLayout>
      <RoomMessage
        status="off"
        statusLabel="No access"
        title="You can't enter this room"
        detail="Only the two people in an interview can enter its room. You'll find your own interviews in your dashboard."
        action={<BackToDashboardLink />}
      />
    </RoomLayout>
  );
}

function RoomUnreachable({
  message,
  retrying,
  onRetry,
}: { message: string } & Omit<RoomFailureProps, "error">) {
  useRoomTitle("Room unavailable");
  return (
    <RoomLayout>
      <RoomMessage
        status="bad"
        statusLabel="Something went wrong"
        title={message}
        action={
          <>
            <Button variant="accent" pending={retrying} pendingLabel="Trying again…" onClick={onRetry}>
              Try again
            </Button>
            <BackToDashboardLink />
          </>
        }
      />
    </RoomLayout>
  );
}
