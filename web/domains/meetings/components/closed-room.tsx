import { paths } from "../../../paths.ts";
import { useUser } from "../../accounts/session.tsx";
import { useRoomTitle } from "../use-room-title.ts";
import { NextStepLink } from "./next-step.tsx";
import { Stage } from "./stage.tsx";
import { StageMessage } from "./stage-message.tsx";
import { ToDashboard } from "./to-dashboard.tsx";

/** The room of a session that is long over, or was cancelled. */
export function ClosedRoom({ message }: { message: string }) {
  const { role } = useUser();
  useRoomTitle("Room closed");
  return (
    <Stage>
      <StageMessage
        status="off"
        cue="Lights out"
        title={message}
        action={
          <>
            {role === "interviewer" ? (
              <NextStepLink to={paths.history} label="Open History" />
            ) : (
              <NextStepLink to={paths.mySessions} label="Open My Sessions" />
            )}
            <ToDashboard />
          </>
        }
      />
    </Stage>
  );
}
