import { DismissibleNotice } from "../layout/dismissible-notice.tsx";

interface PadErrorNoticeProps {
  message: string | null;
  onDismiss: () => void;
}

/** Explains why something could not be put into the pad. */
export function PadErrorNotice({ message, onDismiss }: PadErrorNoticeProps) {
  return (
    <div role="status" className="shrink-0">
      {message !== null && (
        <DismissibleNotice onDismiss={onDismiss} className="py-1">
          <p className="min-w-0 grow">{message}</p>
        </DismissibleNotice>
      )}
    </div>
  );
}
