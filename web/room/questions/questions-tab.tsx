import { type ComponentType, useCallback, useEffect, useState } from "react";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { LoadingLines } from "../../ui/status/skeleton.tsx";
import type { QuestionsPanelProps } from "./questions-panel.tsx";

/** The tab for the interviewer's questions; its code is loaded with it. */
export function QuestionsTab(props: QuestionsPanelProps) {
  const [loaded, setLoaded] = useState<{ View: ComponentType<QuestionsPanelProps> } | "failed" | null>(null);
  const load = useCallback(() => {
    setLoaded(null);
    import("./questions-panel.tsx").then(
      ({ QuestionsPanel: View }) => setLoaded({ View }),
      (error: unknown) => {
        console.warn("The questions could not be fetched", error);
        setLoaded("failed");
      },
    );
  }, []);
  useEffect(load, [load]);
  if (loaded === null) return <LoadingLines label="Loading the questions…" lines={6} />;
  if (loaded === "failed") {
    return <ErrorState message="The questions could not be loaded. Check your connection." onRetry={load} />;
  }
  return <loaded.View {...props} />;
}
