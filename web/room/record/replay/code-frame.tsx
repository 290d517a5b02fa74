import clsx from "clsx";
import { useEffect, useRef } from "react";

interface CodeFrameProps {
  text: string;
  /** The lines that the newest change touched, counted from 0. */
  changed: { from: number; to: number } | null;
  /** Its height. */
  className: string;
}

/** In rem; the background of changed lines depends on it. */
const lineHeight = 1.5;

/** The code at one moment, with line numbers. Only two blocks of text, so that playing stays fast. */
export function CodeFrame({ text, changed, className }: CodeFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const lines = text.split("\n").length;
  const firstChanged = changed?.from ?? null;

  useEffect(() => {
    const box = frame.current;
    if (box === null || firstChanged === null) return;
    const pixels = lineHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const top = firstChanged * pixels;
    if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 2 * pixels) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 3);
    }
  }, [firstChanged]);

  return (
    <section
      ref={frame}
      aria-label="Code at this moment"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className={clsx("overflow-auto bg-paper font-mono text-sm", className)}
    >
      <div className="relative flex min-w-max py-3">
        {changed !== null && (
          <span
            aria-hidden="true"
            className="absolute inset-x-0 border-l-2 border-accent bg-accent-tint"
            style={{
              top: `calc(0.75rem + ${changed.from * lineHeight}rem)`,
              height: `${(changed.to - changed.from + 1) * lineHeight}rem`,
            }}
          />
        )}
        <pre
          aria-hidden="true"
          className="relative select-none px-3 text-right text-ink-3"
          style={{ lineHeight: `${lineHeight}rem` }}
        >
          {Array.from({ length: lines }, (_, index) => index + 1).join("\n")}
        </pre>
        <pre className="relative pr-4 text-ink" style={{ lineHeight: `${lineHeight}rem`, tabSize: 4 }}>
          {text === "" ? <span className="text-ink-3">Nothing is written yet.</span> : text}
        </pre>
      </div>
    </section>
  );
}
