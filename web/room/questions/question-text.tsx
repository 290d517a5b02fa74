import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import { questionLevelNames } from "@greenroom/contract/room/questions.ts";
import type { QuestionOutcome, QuestionSummary } from "@greenroom/contract/room/room-questions.ts";
import { Fragment, type ReactNode } from "react";
import { padLanguageNames } from "../code-runs/run-text.tsx";

type Block = { kind: "paragraph" | "list" | "code"; lines: string[] };

/** Splits the text of a question into paragraphs, lists and code blocks. */
export function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let isFenced = false;
  for (const line of text.split("\n")) {
    const last = blocks.at(-1);
    if (line.startsWith("```")) {
      if (!isFenced) blocks.push({ kind: "code", lines: [] });
      isFenced = !isFenced;
    } else if (isFenced) last?.lines.push(line);
    else if (line.trim() === "") blocks.push({ kind: "paragraph", lines: [] });
    else if (/^(-|\d+\.) /.test(line)) {
      const item = line.replace(/^(-|\d+\.) +/, "");
      if (last?.kind === "list") last.lines.push(item);
      else blocks.push({ kind: "list", lines: [item] });
    } else if (last?.kind === "paragraph") last.lines.push(line);
    else blocks.push({ kind: "paragraph", lines: [line] });
  }
  return blocks.filter(({ lines }) => lines.length > 0);
}

/** The prose of the question bank: paragraphs, lists, code and `**strong**` words. */
export function QuestionText({ text }: { text: string }) {
  return (
    <div className="grid gap-3 [overflow-wrap:anywhere]">
      {splitBlocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text are never reordered
        <TextBlock key={index} block={block} />
      ))}
    </div>
  );
}

function TextBlock({ block: { kind, lines } }: { block: Block }) {
  if (kind === "code") return <CodeBlock code={lines.join("\n")} />;
  if (kind === "paragraph") return <p>{formatInline(lines.join(" "))}</p>;
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {lines.map((line) => (
        <li key={line}>{formatInline(line)}</li>
      ))}
    </ul>
  );
}

/** Read-only code. It scrolls sideways, so a long line does not widen the page. */
export function CodeBlock({ code, label = "Code" }: { code: string; label?: string }) {
  return (
    <figure aria-label={label} className="[contain:inline-size]">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="scroll-edges overflow-x-auto rounded-sm px-4 [--scrolled:var(--sunk)] py-3 font-mono text-sm leading-relaxed [overflow-wrap:normal]"
      >
        {code}
      </pre>
    </figure>
  );
}

/** Formats the `code` and **strong** words of a line. */
export function formatInline(text: string): ReactNode {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    const key = `${index} ${part}`;
    if (/^`[^`]+`$/.test(part))
      return (
        <code key={key} className="rounded-sm bg-sunk px-1 py-0.5 font-mono text-[0.9em]">
          {part.slice(1, -1)}
        </code>
      );
    if (/^\*\*[^*]+\*\*$/.test(part)) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}

export function QuestionTables({ tables }: { tables: readonly QuestionTable[] }) {
  return tables.map(({ name, columns, rows }) => (
    <section
      key={name}
      aria-label={`Table ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="scroll-edges overflow-x-auto rounded-sm [contain:inline-size] border border-line"
    >
      <table className="w-full text-left text-sm tabular">
        <caption className="bg-sunk px-3 py-1.5 text-left font-mono font-semibold">{name}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className="px-3 py-1.5 align-top font-mono font-semibold whitespace-nowrap max-sm:px-2"
              >
                {column.name} <span className="block font-normal text-ink-2">{column.type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a question are never reordered
            <tr key={index} className="border-t border-line">
              {row.map((cell, column) => (
                <td key={columns[column]?.name} className="px-3 py-1 font-mono whitespace-nowrap max-sm:px-2">
                  {cell ?? <span className="text-ink-2">null</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}

export const outcomeLabels: Record<QuestionOutcome, string> = {
  well: "Went well",
  partly: "Partly",
  poorly: "Poorly",
};

/** "SQL, mid level, 18 min, SQL code": the facts about a question besides its title. */
export function describeQuestion({
  source,
  topic,
  level,
  minutes,
  language,
}: Pick<QuestionSummary, "source" | "topic" | "level" | "minutes" | "language">): string {
  return [
    source === "own" ? "Your own" : topic === null ? null : questionTopicNames[topic],
    level === null ? null : questionLevelNames[level].toLowerCase(),
    minutes === null ? null : `${minutes} min`,
    language === null ? null : `${padLanguageNames[language]} code`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

export const questionMessages = {
  search: {
    failed: "The questions could not be loaded.",
    network: "The questions could not be loaded. Check your connection.",
  },
  change: {
    failed: "That did not work. Please try again.",
    network: "Network error. Nothing was changed: please try again.",
  },
} as const;
