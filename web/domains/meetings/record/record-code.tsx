import type { SessionRecord } from "@greenroom/contract/session-record.ts";
import { Check, Copy } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { useCopy } from "../../../ui/use-copy.ts";
import { languageNames } from "../pad/language-names.ts";
import { formatMoment } from "./format-moment.ts";

/** The pad as it was left. */
export function RecordCode({ code }: { code: NonNullable<SessionRecord["code"]> }) {
  const { copied, copy } = useCopy(code.text);
  return (
    <section aria-labelledby="final-code">
      <Card padded={false}>
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
          <div>
            <h2 id="final-code" className="text-lg">
              Final code
            </h2>
            <p className="text-sm text-ink-3">
              {languageNames[code.language]}, last changed at{" "}
              <span className="tabular">{formatMoment(code.atSeconds)}</span>
            </p>
          </div>
          <Button size="sm" look="quiet" onClick={copy}>
            {copied ? (
              <Check aria-hidden="true" className="size-4" />
            ) : (
              <Copy aria-hidden="true" className="size-4" />
            )}
            {copied ? "Copied" : "Copy code"}
          </Button>
        </div>
        <p role="status" className="px-5 py-2 text-sm text-ink-2 empty:hidden">
          {copied === false && "Your browser did not allow copying. Select the code and copy it by hand."}
        </p>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
          tabIndex={0}
          className="max-h-[32rem] overflow-auto px-5 py-4 font-mono text-sm leading-relaxed"
        >
          {code.text}
        </pre>
      </Card>
    </section>
  );
}
