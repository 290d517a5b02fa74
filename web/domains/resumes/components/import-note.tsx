import { useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";

export interface Imported {
  fileName: string;
  /** What had no place here; empty when everything was taken. */
  leftOut: readonly string[];
}

interface ImportNoteProps {
  imported: Imported | null;
  onDismiss: () => void;
}

/** What an import could not take along, until it is put away: a file reads as taken whole when nobody says otherwise. */
export function ImportNote({ imported, onDismiss }: ImportNoteProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the bar with the news of the import would lie over it.
    if (imported && imported.leftOut.length > 0) place.current?.scrollIntoView({ block: "center" });
  }, [imported]);
  return (
    <div ref={place} role="status" className="empty:absolute">
      {imported && imported.leftOut.length > 0 && (
        <div className="rounded-sm border border-spot-line bg-spot-tint px-4 py-3 text-amber">
          <p className="break-words font-semibold">
            Not taken from {imported.fileName}: there is no place for it here
          </p>
          <ul className="mt-1 list-disc pl-5">
            {imported.leftOut.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
          <Button look="quiet" size="sm" className="mt-2" onClick={onDismiss}>
            Put this note away
          </Button>
        </div>
      )}
    </div>
  );
}
