import { useEffect, useRef } from "react";
import { Button } from "../../../ui/actions/button.tsx";

export interface ImportedFile {
  fileName: string;
  /** The parts that could not be imported; empty when everything was. */
  leftOut: readonly string[];
}

interface ImportNoticeProps {
  imported: ImportedFile | null;
  onDismiss: () => void;
}

/**
 * Lists what an import left out, until it is dismissed; otherwise the user would assume that everything was
 * imported.
 */
export function ImportNotice({ imported, onDismiss }: ImportNoticeProps) {
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the bar with the import's message would cover it.
    if (imported && imported.leftOut.length > 0) noticeRef.current?.scrollIntoView({ block: "center" });
  }, [imported]);
  return (
    <div ref={noticeRef} role="status" className="empty:absolute">
      {imported && imported.leftOut.length > 0 && (
        <div className="rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-amber">
          <p className="break-words font-semibold">
            Not imported from {imported.fileName}: there is no matching field or no room
          </p>
          <ul className="mt-1 list-disc pl-5">
            {imported.leftOut.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
          <Button variant="quiet" size="sm" className="mt-2" onClick={onDismiss}>
            Dismiss this note
          </Button>
        </div>
      )}
    </div>
  );
}
