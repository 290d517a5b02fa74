import { getStartLink } from "@greenroom/contract/schedule/meetings.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { networkMessages } from "../../api/network-messages.ts";
import { Button } from "../../ui/actions/button.tsx";
import type { ButtonSize, ButtonVariant } from "../../ui/actions/button-class.ts";
import { AlertDialog } from "../../ui/dialogs/alert-dialog.tsx";

interface StartMeetingProps {
  bookingId: string;
  /** The other person's name, because a page can contain several of these buttons. */
  withName: string;
  size?: ButtonSize | undefined;
  variant?: ButtonVariant | undefined;
  label: string;
}

const messages = {
  failed: "The meeting could not be opened. Please try again.",
  network: networkMessages.checkConnection,
};

/**
 * Opens a meeting at another provider as its host. The address is requested on the click, because it is valid only
 * for a short time.
 */
export function StartMeeting({ bookingId, withName, size, variant, label }: StartMeetingProps) {
  const start = useMutation({ mutationFn: () => openAsHost(bookingId) });
  return (
    <>
      <Button size={size} variant={variant} pending={start.isPending} onClick={() => start.mutate()}>
        <span>
          {label}
          <span className="sr-only"> with {withName} (opens a new tab)</span>
        </span>
      </Button>
      <AlertDialog
        open={start.isError}
        title="The meeting did not open"
        message={start.error && errorMessage(start.error, messages)}
        onClose={start.reset}
      />
    </>
  );
}

async function openAsHost(bookingId: string): Promise<void> {
  // Opened in the click handler itself: after the response, the browser would block it as a popup.
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
