import { getDeskFeedbackFile } from "@greenroom/contract/desk/bookings/bookings.ts";
import { useOpenFile } from "../../api/files.ts";
import { Button } from "../../ui/button.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { operatorMessages } from "../messages.ts";

interface OpenFeedbackFileProps {
  bookingId: string;
  /** When the mentor gave it, for people. */
  givenAt: string;
}

/** The mentor's PDF in a new tab, for an operator who looks at its quality. */
export function OpenFeedbackFile({ bookingId, givenAt }: OpenFeedbackFileProps) {
  const operatorCall = useOperatorCall();
  const file = useOpenFile({ title: "Mentor's feedback", messages: operatorMessages.load });
  return (
    <>
      {givenAt}
      <Button
        variant="quiet"
        size="sm"
        className="ml-3"
        pending={file.isOpening}
        pendingLabel="Opening…"
        onClick={() =>
          file.open(
            async () =>
              (await operatorCall(getDeskFeedbackFile, { params: { id: bookingId } })).feedbackFileUrl,
          )
        }
      >
        Read the feedback
      </Button>
      <StatusMessage message={file.failure} tone="bad" />
      {file.blockedUrl !== null && (
        <a href={file.blockedUrl} target="_blank" rel="noreferrer" className="link block">
          Open the file
        </a>
      )}
    </>
  );
}
