import type { Preview } from "@greenroom/contract/desk/actions.ts";
import { createContext, Fragment, useContext } from "react";
import { BreakableAddress } from "../../ui/content.tsx";

/**
 * The effects of an action before it is confirmed. On a phone, each label is above its text, because the texts are sentences with addresses
 * in them, for which half the width of a dialog is too narrow.
 */
export function PreviewLines({ lines }: { lines: Preview["lines"] }) {
  return (
    <dl className="grid gap-x-5 gap-y-2.5 sm:grid-cols-[fit-content(40%)_1fr]">
      {lines.map(({ label, text }) => (
        <div key={label} className="sm:contents">
          <dt className="min-w-18 text-ink-2 max-sm:text-sm">{label}</dt>
          <dd className="min-w-0 break-words font-semibold tabular">
            <Sentence>{text}</Sentence>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An amount such as ₹149.80 stays on one line; an address breaks after its separators. */
function Sentence({ children }: { children: string }) {
  // The odd parts are addresses.
  return children.split(/(\S+@\S+)/u).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the sentence
    <Fragment key={index}>{index % 2 === 1 ? <BreakableAddress>{part}</BreakableAddress> : part}</Fragment>
  ));
}

/** The reasons for which the preview was refused, by the name of the action's field. */
export const PreviewProblems = createContext<ReadonlyMap<string, string>>(new Map());

/** The server's error about a field above the preview, for the `error` of its `Field`. */
export function useFieldProblem(field: string): string | undefined {
  return useContext(PreviewProblems).get(field);
}
