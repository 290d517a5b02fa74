import { getStartLink } from "@greenroom/contract/meetings.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import type { ButtonLook, ButtonSize } from "../../../ui/button-class.ts";

interface StartMeetingProps {
  bookingId: string;
  /** With whom: several of these buttons can stand on one page. */
  withName: string;
  size?: ButtonSize | undefined;
  look?: ButtonLook | undefined;
}

const sentences = {
  failed: "The meeting could not be opened. Please try again.",
  network: "⚠️ Network error. Please check your connection.",
};

/**
 * The interviewer's way into a meeting that another provider holds: as its host, by an address that is asked for on the
 * click and good for a short time.
 */
export function StartMeeting({ bookingId, withName, size, look }: StartMeetingProps) {
  const start = useMutation({ mutationFn: () => openAsHost(bookingId) });
  return (
    <>
      <Button size={size} look={look} pending={start.isPending} onClick={() => start.mutate()}>
        <span>
          Join meeting<span className="sr-only"> with {withName} (opens a new tab)</span>
        </span>
      </Button>
      <AlertDialog
        open={start.isError}
        title="Not just now"
        message={start.error && messageOf(start.error, sentences)}
        onClose={start.reset}
      />
    </>
  );
}

async function openAsHost(bookingId: string): Promise<void> {
  // Opened with the click itself: after the answer, the browser would take it for a window that nobody asked for.
  const tab = window.open("", "_blank");
  try {
    const { startUrl } = await call(getStartLink, { params: { bookingId } });
    if (tab === null) return window.location.assign(startUrl);
    tab.opener = null;
    tab.location.replace(startUrl);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
