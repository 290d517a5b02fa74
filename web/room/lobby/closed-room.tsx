import { paths } from "../../paths.ts";
import { useUser } from "../../session/session.tsx";
import { NextStepLink } from "../interview/next-step.tsx";
import { BackToDashboardLink } from "../layout/back-to-dashboard-link.tsx";
import { RoomLayout } from "../layout/room-layout.tsx";
import { RoomMessage } from "../layout/room-message.tsx";
import { useRoomTitle } from "../layout/use-room-title.ts";

/** The room of an interview that ended long ago, or was canceled. */
export function ClosedRoom({ message }: { message: string }) {
  const { role } = useUser();
  useRoomTitle("Room closed");
  return (
    <RoomLayout>
      <RoomMessage
        status="off"
        statusLabel="Room closed"
        title={message}
        action={
          <>
            {role === "interviewer" ? (
              <NextStepLink to={paths.history} label="Open History" />
            ) : (
              <NextStepLink to={paths.mySessions} label="Open My Sessions" />
            )}
            <BackToDashboardLink />
          </>
        }
      />
    </RoomLayout>
  );
}
