import { Check, ChevronDown, ChevronUp, Copy } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { useCopy } from "../../../ui/use-copy.ts";

/** What a run printed. It scrolls by itself. */
export function RunOutput({ output }: { output: string }) {
  if (output === "") return null;
  return (
    <section aria-label="Output" className="flex min-h-0 flex-col">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        className="overflow-auto px-4 pt-1 pb-3 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {output}
      </pre>
    </section>
  );
}

interface OutputToolsProps {
  output: string;
  isShown: boolean;
  onShown: (isShown: boolean) => void;
}

/** Copies what was printed, and makes way for the code. */
export function OutputTools({ output, isShown, onShown }: OutputToolsProps) {
  const { copied, copy } = useCopy(output);
  const Icon = copied ? Check : Copy;
  const Chevron = isShown ? ChevronDown : ChevronUp;
  return (
    <>
      <Button size="sm" look="ghost" onClick={copy}>
        <Icon aria-hidden="true" className="size-3.5" />
        {copied === null ? "Copy" : copied ? "Copied" : "Not allowed"}
      </Button>
      <button
        type="button"
        aria-expanded={isShown}
        aria-label={isShown ? "Hide the output" : "Show the output"}
        onClick={() => onShown(!isShown)}
        className="grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
      >
        <Chevron aria-hidden="true" className="size-5" />
      </button>
    </>
  );
}
