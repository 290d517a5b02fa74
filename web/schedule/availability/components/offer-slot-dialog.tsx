import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { offerSlotQuestion, repeatedTimeNote } from "../slot-text.ts";

interface OfferSlotDialogProps {
  proposed: Date | null;
  timeZone: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks "Make slot available on …?", with the zone of its times. */
export function OfferSlotDialog({ proposed, timeZone, pending, onConfirm, onCancel }: OfferSlotDialogProps) {
  if (proposed === null) return null;
  const note = repeatedTimeNote(proposed, timeZone);
  return (
    <ConfirmDialog
      open
      title={offerSlotQuestion(proposed, timeZone)}
      message={
        <>
          <p>Times in {timeZoneLabel(timeZone, proposed)}.</p>
          {note && <p className="mt-2 font-semibold text-amber">{note}</p>}
        </>
      }
      confirmLabel="Make available"
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
