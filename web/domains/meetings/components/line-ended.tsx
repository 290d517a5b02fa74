import { Button } from "../../../ui/button.tsx";
import { useRoomTitle } from "../use-room-title.ts";
import { Stage } from "./stage.tsx";
import { StageMessage } from "./stage-message.tsx";
import { ToDashboard } from "./to-dashboard.tsx";

/** The same person came in somewhere else: two of them would only echo. */
export function TakenOver({ onReturn }: { onReturn: () => void }) {
  useRoomTitle("Open in another tab");
  return (
    <Stage>
      <StageMessage
        status="off"
        cue="Elsewhere"
        title="You have opened this room somewhere else"
        detail="One person is in a room once, so this page stepped back and let go of your camera and microphone."
        action={
          <>
            <Button look="spotlight" onClick={onReturn}>
              Use it here
            </Button>
            <ToDashboard />
          </>
        }
      />
    </Stage>
  );
}
