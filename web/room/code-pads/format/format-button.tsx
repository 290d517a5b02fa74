import { WandSparkles } from "lucide-react";
import { Spinner } from "../../../ui/status/spinner.tsx";
import { toolButtonClass } from "../editor/tool-button-class.ts";
import type { Formatting } from "./use-formatting.ts";

/** Formats the code, as the editor's shortcut does. `FormatStatus` says what happened. */
export function FormatButton({ isBusy, format }: Pick<Formatting, "isBusy" | "format">) {
  return (
    <button
      type="button"
      aria-label="Format code"
      aria-keyshortcuts="Shift+Alt+F"
      aria-disabled={isBusy}
      title="Format code (Shift+Alt+F)"
      onClick={format}
      className={toolButtonClass}
    >
      {isBusy ? <Spinner className="size-4" /> : <WandSparkles aria-hidden="true" className="size-4" />}
    </button>
  );
}

/** Announces the result to screen readers. Everybody else sees it in the code. */
export function FormatStatus({ isBusy, announcement }: Pick<Formatting, "isBusy" | "announcement">) {
  return (
    <p role="status" className="sr-only">
      {isBusy ? "Formatting…" : announcement}
    </p>
  );
}
