import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";

/** What a run printed. It scrolls by itself. */
export function RunOutput({ output }: { output: string }) {
  const [copied, setCopied] = useState<{ output: string; isDone: boolean } | null>(null);
  if (output === "") return null;
  const copy = () =>
    navigator.clipboard.writeText(output).then(
      () => setCopied({ output, isDone: true }),
      () => setCopied({ output, isDone: false }),
    );
  const done = copied?.output === output ? copied.isDone : null;
  return (
    <div className="relative flex min-h-20 flex-col">
      <section aria-label="Output" className="flex min-h-0 flex-col">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
          tabIndex={0}
          className="max-h-72 overflow-auto px-4 pt-1 pb-4 pr-28 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {output}
        </pre>
      </section>
      <span className="absolute top-0 right-3">
        <Button size="sm" look="quiet" onClick={copy}>
          {done ? (
            <Check aria-hidden="true" className="size-3.5" />
          ) : (
            <Copy aria-hidden="true" className="size-3.5" />
          )}
          {done === null ? "Copy" : done ? "Copied" : "Not allowed"}
        </Button>
      </span>
    </div>
  );
}
