import { NoticeLine } from "../components/notice-line.tsx";

interface PadProblemProps {
  words: string | null;
  onDismiss: () => void;
}

/** What could not be put into the pad, and why. */
export function PadProblem({ words, onDismiss }: PadProblemProps) {
  return (
    <div role="status" className="shrink-0">
      {words !== null && (
        <NoticeLine onDismiss={onDismiss} className="py-1">
          <p className="min-w-0 grow">{words}</p>
        </NoticeLine>
      )}
    </div>
  );
}
