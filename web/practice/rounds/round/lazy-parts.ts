import { confirmDialogPart } from "../../../app/confirm-dialog-part.ts";
import { codeFieldPart } from "../../../room/own-questions/code/lazy-code-field.tsx";

/*
 * Parts of a round that its first question does not need. That question must appear fast, and these parts are
 * as large as everything that it needs. They load when the candidate begins to answer, long before their use.
 */

export const codeStagePart = {
  name: "The code task",
  load: () => import("./code-stage.tsx").then(({ CodeStage }) => CodeStage),
  lines: 6,
};
export const comparisonPart = {
  name: "The comparison",
  load: () => import("../compare/compare-view.tsx").then(({ CompareView }) => CompareView),
  lines: 8,
};

/** For `useLoadAhead`. */
export const lazyParts = {
  withoutCode: [confirmDialogPart, comparisonPart],
  withCode: [confirmDialogPart, comparisonPart, codeStagePart, codeFieldPart],
};
