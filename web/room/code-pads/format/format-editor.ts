import { isolateHistory } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import type { RunnableLanguage } from "@greenroom/contract/room/pad-runs.ts";
import type { CodeEdit } from "./format-messages.ts";
import type { FormatAnswer, Formatter } from "./formatter.ts";

/** The most attempts. Another one begins when somebody typed during the last one. */
const maxAttempts = 3;

export type FormatOutcome =
  | { type: "formatted" | "unchanged" | "busy-typing" | "read-only" | "too-long" }
  | Exclude<FormatAnswer, { type: "edits" }>;

/** Formats the code of an editor, as one step of its undo. Other people's cursors stay where they are in the text. */
export async function formatEditor(
  view: EditorView,
  language: RunnableLanguage,
  formatter: Pick<Formatter, "format">,
): Promise<FormatOutcome> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    if (view.state.readOnly) return { type: "read-only" };
    let { doc } = view.state;
    const answer = await formatter.format(language, () => {
      doc = view.state.doc;
      return doc.toString();
    });
    if (answer.type !== "edits") return answer;
    if (!view.state.doc.eq(doc)) continue;
    if (view.state.readOnly) return { type: "read-only" };
    if (answer.edits.length === 0) return { type: "unchanged" };
    applyEdits(view, answer.edits);
    // The editor refuses a change that makes its text too long.
    return { type: view.state.doc.eq(doc) ? "too-long" : "formatted" };
  }
  return { type: "busy-typing" };
}

function applyEdits(view: EditorView, edits: readonly CodeEdit[]): void {
  view.dispatch({
    changes: edits,
    userEvent: "format",
    scrollIntoView: true,
    // Text that was typed before or is typed next is a separate step.
    annotations: isolateHistory.of("full"),
  });
}
