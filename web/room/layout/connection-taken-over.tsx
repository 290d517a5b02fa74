import { Button } from "../../ui/actions/button.tsx";
import { BackToDashboardLink } from "./back-to-dashboard-link.tsx";
import { RoomLayout } from "./room-layout.tsx";
import { RoomMessage } from "./room-message.tsx";
import { useRoomTitle } from "./use-room-title.ts";

/** The same user joined elsewhere, and two pages of one user would echo. */
export function ConnectionTakenOver({ onReturn }: { onReturn: () => void }) {
  useRoomTitle("Open in another tab");
  return (
    <RoomLayout>
      <RoomMessage
        status="off"
        statusLabel="Elsewhere"
        title="You're in this room in another tab"
        detail="You can be in a room from one tab only, so this tab has left the call and released your camera and microphone."
        action={
          <>
            <Button variant="accent" onClick={onReturn}>
              Use it here
            </Button>
            <BackToDashboardLink />
          </>
        }
      />
    </RoomLayout>
  );
}
