import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import type { useDeleteSlot } from "../use-delete-slot.ts";
import type { useOfferSlot } from "../use-offer-slot.ts";
import { OfferQuestion } from "./offer-question.tsx";

/** What could not be done, and why. */
export interface Refusal {
  title: string;
  message: string;
}

interface CalendarDialogsProps {
  timeZone: string;
  offer: ReturnType<typeof useOfferSlot>;
  deletion: ReturnType<typeof useDeleteSlot>;
  refusal: Refusal | null;
  onRefusalRead: () => void;
}

/** The questions and the noes of the calendar page. */
export function CalendarDialogs({ timeZone, offer, deletion, refusal, onRefusalRead }: CalendarDialogsProps) {
  return (
    <>
      <OfferQuestion
        proposed={offer.proposed}
        timeZone={timeZone}
        pending={offer.isAdding}
        onConfirm={offer.confirm}
        onCancel={offer.cancel}
      />
      <ConfirmDialog
        open={deletion.isAsked}
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
        onClose={onRefusalRead}
      />
    </>
  );
}
