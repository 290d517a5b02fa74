import { Fragment } from "react";

/**
 * An email or web address that breaks after its separators (`@`, `.`, `/`), and inside a word only when a
 * word fills the line.
 */
export function BreakableAddress({ children }: { children: string }) {
  const parts = children.split(/(?<=[@./?&=_-])/u);
  let offset = 0;
  return (
    <span className="[overflow-wrap:anywhere]">
      {parts.map((part) => {
        offset += part.length;
        return (
          <Fragment key={offset}>
            {offset > part.length && <wbr />}
            {part}
          </Fragment>
        );
      })}
    </span>
  );
}
