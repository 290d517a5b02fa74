import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../actions/button.tsx";
import { ErrorState } from "./error-state.tsx";
import { loadWithStyles } from "./missing-styles.ts";

interface LazyAreaSource<Part> {
  /** The area as the start of a sentence: "The calendar". */
  name: string;
  /** Imports the component. */
  load: () => Promise<Part>;
}

interface LazyAreaProps<Part> {
  /** The same object each time. */
  source: LazyAreaSource<Part>;
  /** Shown until the component is there. */
  loading?: ReactNode;
  /** Draws the failure, for an area that is a dialog. */
  frame?: (failure: ReactNode) => ReactNode;
  children: (Part: Part) => ReactNode;
}

const loadedParts = new WeakMap<object, { Part: unknown }>();

/**
 * The place of a component whose code is fetched when it is first shown. With `React.lazy`, code that could not be
 * fetched would replace the whole page until a reload. Here only its area says so and offers another try. For places
 * without the query cache; others use `LazyPart`.
 */
export function LazyArea<Part>({
  source,
  loading = null,
  frame = (failure) => failure,
  children,
}: LazyAreaProps<Part>) {
  const [loaded, setLoaded] = useState(() => loadedParts.get(source) as { Part: Part } | undefined);
  const [attempt, setAttempt] = useState(1);
  const [failedAttempt, setFailedAttempt] = useState(0);

  useEffect(() => {
    if (loadedParts.has(source)) return;
    let isCurrent = true;
    loadWithStyles(source).then(
      (Part) => {
        loadedParts.set(source, { Part });
        if (isCurrent) setLoaded({ Part });
      },
      (error: unknown) => {
        console.error(`${source.name} could not be loaded`, error);
        if (isCurrent) setFailedAttempt(attempt);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [source, attempt]);

  if (loaded !== undefined) return children(loaded.Part);
  if (failedAttempt === 0) return loading;
  return frame(
    <ErrorState
      message={`${source.name} could not be loaded. Check your connection.`}
      onRetry={() => setAttempt(failedAttempt + 1)}
      retrying={failedAttempt < attempt}
    />,
  );
}

interface FailedPanelProps {
  /** The failure and its button. */
  children: ReactNode;
  onClose: () => void;
}

/** Takes the place of a dialog whose code could not be fetched, and can be closed like one. */
export function FailedPanel({ children, onClose }: FailedPanelProps) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto grid max-w-md justify-items-center rounded-lg border border-line bg-card p-4 text-ink shadow-high">
      {children}
      <Button variant="ghost" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
