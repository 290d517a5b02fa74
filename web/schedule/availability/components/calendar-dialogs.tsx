import { AlertDialog } from "../../../ui/dialogs/alert-dialog.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import type { useDeleteSlot } from "../use-delete-slot.ts";
import type { useOfferSlot } from "../use-offer-slot.ts";
import { OfferSlotDialog } from "./offer-slot-dialog.tsx";

/** An action that failed, and the reason. */
export interface CalendarRefusal {
  title: string;
  message: string;
}

interface CalendarDialogsProps {
  timeZone: string;
  offer: ReturnType<typeof useOfferSlot>;
  deletion: ReturnType<typeof useDeleteSlot>;
  refusal: CalendarRefusal | null;
  onRefusalClose: () => void;
}

/** The confirmations and error messages of the calendar page. */
export function CalendarDialogs({
  timeZone,
  offer,
  deletion,
  refusal,
  onRefusalClose,
}: CalendarDialogsProps) {
  return (
    <>
      <OfferSlotDialog
        proposed={offer.proposed}
        timeZone={timeZone}
        pending={offer.isAdding}
        onConfirm={offer.confirm}
        onCancel={offer.cancel}
      />
      <ConfirmDialog
        open={deletion.isConfirming}
        title="Are you sure you want to delete this available slot?"
        confirmLabel="Delete Slot"
        cancelLabel="Keep it"
        danger
        pending={deletion.isDeleting}
        onConfirm={deletion.confirm}
        onCancel={deletion.cancel}
      />
      <AlertDialog
        open={refusal !== null}
        title={refusal?.title ?? ""}
        message={refusal?.message}
        onClose={onRefusalClose}
      />
    </>
  );
}
