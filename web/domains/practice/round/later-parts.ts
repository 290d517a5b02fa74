import { lazy, useEffect } from "react";

/*
 * Parts of a round that its first question does not need. That question must appear fast, and these parts are
 * as large as everything that it needs. They load when the candidate begins to answer, long before their use.
 */

const loadCode = () => import("./code-stage.tsx");
const loadComparison = () => import("../compare/compare-view.tsx");
const loadDialog = () => import("../../../ui/dialogs/confirm-dialog.tsx");

export const CodeStage = lazy(() => loadCode().then((module) => ({ default: module.CodeStage })));
export const CompareView = lazy(() => loadComparison().then((module) => ({ default: module.CompareView })));
export const ConfirmDialog = lazy(() => loadDialog().then((module) => ({ default: module.ConfirmDialog })));

/** Loads the parts that come later once somebody uses the page. If that fails, they load when they are needed. */
export function useLaterParts(hasCode: boolean): void {
  useEffect(() => {
    const used = new AbortController();
    const load = () => {
      used.abort();
      const parts: Promise<unknown>[] = [loadDialog(), loadComparison(), ...(hasCode ? [loadCode()] : [])];
      for (const part of parts) part.catch(() => undefined);
    };
    for (const event of ["keydown", "pointerdown"]) {
      document.addEventListener(event, load, { signal: used.signal });
    }
    return () => used.abort();
  }, [hasCode]);
}
