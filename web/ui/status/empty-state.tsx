import type { ReactNode } from "react";

export interface EmptyStateProps {
  title: string;
  detail?: ReactNode | undefined;
  action?: ReactNode | undefined;
  /** 2 directly under the page's title. */
  headingLevel?: 2 | 3 | undefined;
}

/** Shown for an empty list: a picture, a sentence, and the next step. */
export function EmptyState({ title, detail, action, headingLevel = 3 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <EmptyPicture />
      <Heading className="mt-2 text-xl">{title}</Heading>
      {detail && <p className="max-w-md text-balance text-ink-2">{detail}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

function EmptyPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 160 96" className="w-40" fill="none">
      <path d="M80 8 128 82H32Z" fill="var(--accent)" opacity="0.2" />
      <ellipse cx="80" cy="82" rx="50" ry="8" fill="var(--accent)" opacity="0.38" />
      <circle cx="80" cy="8" r="5" fill="var(--accent)" />
      <g stroke="var(--green)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M68 40v24h25M69 64l-4 18M92 64l4 18M68 53h23" />
      </g>
    </svg>
  );
}
