import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { offerQuestion, repeatedTimeNote, zoneWords } from "../slot-words.ts";

interface OfferQuestionProps {
  proposed: Date | null;
  timeZone: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** "Make slot available on …?", with the zone that its times are in. */
export function OfferQuestion({ proposed, timeZone, pending, onConfirm, onCancel }: OfferQuestionProps) {
  if (proposed === null) return null;
  const note = repeatedTimeNote(proposed, timeZone);
  return (
    <ConfirmDialog
      open
      title={offerQuestion(proposed, timeZone)}
      message={
        <>
          <p>Times in {zoneWords(proposed, timeZone)}.</p>
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
