import { ApiError, messageOf } from "../../../api/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { useRoomTitle } from "../use-room-title.ts";
import { ClosedRoom } from "./closed-room.tsx";
import { Stage } from "./stage.tsx";
import { StageMessage } from "./stage-message.tsx";
import { ToDashboard } from "./to-dashboard.tsx";

interface RoomFailureProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

const sentences = {
  failed: "The room could not be opened.",
  network: "The room cannot be reached. Trying again by itself…",
};

/** No room to show: not this person's, closed, or out of reach. */
export function RoomFailure({ error, retrying, onRetry }: RoomFailureProps) {
  if (error instanceof ApiError && error.code === "conflict") return <ClosedRoom message={error.msg} />;
  // An id that is none is answered like somebody else's: what exists is nobody's business.
  if (error instanceof ApiError && [400, 403, 404].includes(error.status)) return <NotYours />;
  return <OutOfReach message={messageOf(error, sentences)} retrying={retrying} onRetry={onRetry} />;
}

function NotYours() {
  useRoomTitle("Not your room");
  return (
    <Stage>
      <StageMessage
        status="off"
        cue="Closed door"
        title="This room is not yours to enter"
        detail="Only the two people of an interview can come in. Your own interviews and their rooms are in your dashboard."
        action={<ToDashboard />}
      />
    </Stage>
  );
}

function OutOfReach({ message, retrying, onRetry }: { message: string } & Omit<RoomFailureProps, "error">) {
  useRoomTitle("Room out of reach");
  return (
    <Stage>
      <StageMessage
        status="bad"
        cue="A hitch backstage"
        title={message}
        action={
          <>
            <Button look="spotlight" pending={retrying} pendingLabel="Trying again…" onClick={onRetry}>
              Try again
            </Button>
            <ToDashboard />
          </>
        }
      />
    </Stage>
  );
}
