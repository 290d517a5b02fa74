import type { RunFigure } from "@greenroom/contract/room/code-pad.ts";
import clsx from "clsx";
import { Check, ChevronDown, ChevronUp, Copy } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { useCopyToClipboard } from "../../ui/hooks.ts";
import { RunFigures } from "./run-text.tsx";
import { splitSqlOutput } from "./sql-results.ts";

interface RunOutputProps {
  output: string;
  figures: readonly RunFigure[];
  /** The language of the code; results of SQL are shown as tables. */
  language: string;
  hasFailed: boolean;
}

export function RunOutput({ output, figures, language, hasFailed }: RunOutputProps) {
  const area = useEndInSight(output, hasFailed);
  if (output === "" && figures.length === 0) return null;
  const isSql = language === "sql";
  return (
    <section
      ref={area}
      aria-label="Output"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className={clsx(
        "min-h-0 overflow-auto px-4 pt-1 pb-3 font-mono text-sm",
        isSql && "grid justify-items-start gap-2",
      )}
    >
      {(isSql ? splitSqlOutput(output) : [{ kind: "text" as const, text: output }]).map((part, index) =>
        part.kind === "text" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an output are never reordered
          <pre key={index} className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {isSql ? part.text.trimEnd() : part.text}
          </pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an output are never reordered
          <ResultTable key={index} columns={part.columns} rows={part.rows} />
        ),
      )}
      <RunFigures figures={figures} />
    </section>
  );
}

interface OutputToolsProps {
  output: string;
  isShown: boolean;
  onShownChange: (isShown: boolean) => void;
}

/** Buttons to copy the output, and to hide it in favor of the code. */
export function OutputTools({ output, isShown, onShownChange }: OutputToolsProps) {
  const { copied, copy } = useCopyToClipboard(output);
  const Icon = copied ? Check : Copy;
  const Chevron = isShown ? ChevronDown : ChevronUp;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={copy}>
        <Icon aria-hidden="true" className="size-3.5" />
        {copied === null ? "Copy" : copied ? "Copied" : "Not allowed"}
      </Button>
      <button
        type="button"
        aria-expanded={isShown}
        aria-label={isShown ? "Hide the output" : "Show the output"}
        onClick={() => onShownChange(!isShown)}
        className="grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
      >
        <Chevron aria-hidden="true" className="size-5" />
      </button>
    </>
  );
}

/** Scrolls an output to its end when its run failed, because the error is the last of it. */
function useEndInSight(output: string, hasFailed: boolean): RefObject<HTMLElement | null> {
  const area = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another output has another end
  useEffect(() => {
    if (hasFailed && area.current !== null) area.current.scrollTop = area.current.scrollHeight;
  }, [output, hasFailed]);
  return area;
}

function ResultTable({
  columns,
  rows,
}: {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    <table className="border border-line text-left tabular">
      <thead>
        <tr className="bg-sunk">
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a result can have the same name
            <th key={index} scope="col" className="px-3 py-1 font-semibold whitespace-nowrap">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a result are never reordered
          <tr key={index} className="border-t border-line">
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a result can have the same name
              <td key={column} className="px-3 py-0.5 whitespace-pre">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
