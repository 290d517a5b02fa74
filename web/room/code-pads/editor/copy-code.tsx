import { Check, Copy } from "lucide-react";
import { useStore } from "zustand";
import { useCopyToClipboard } from "../../../ui/hooks/use-copy-to-clipboard.ts";
import type { PadDocument } from "../sync/pad-document.ts";
import { toolButtonClass } from "./tool-button-class.ts";

/** Copies the whole code as text. */
export function CopyCode({ padDocument }: { padDocument: PadDocument }) {
  const code = useStore(padDocument.store, ({ content }) => content);
  const { copied, copy } = useCopyToClipboard(code);
  const Icon = copied ? Check : Copy;
  const label = copied === null ? "Copy the code" : copied ? "Copied" : "Your browser did not allow copying";
  return (
    <>
      <button
        type="button"
        aria-label="Copy the code"
        title={label}
        onClick={copy}
        className={toolButtonClass}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {copied !== null && label}
      </span>
    </>
  );
}
