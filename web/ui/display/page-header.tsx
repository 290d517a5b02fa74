import type { ReactNode } from "react";

export interface PageHeaderProps {
  /** The small line above the title: "Welcome, Meera". */
  eyebrow?: ReactNode | undefined;
  title: ReactNode;
  detail?: ReactNode | undefined;
  /** Shown on the right: a pill, a button. */
  aside?: ReactNode | undefined;
}

export function PageHeader({ eyebrow, title, detail, aside }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {eyebrow && <p className="text-sm text-ink-3">{eyebrow}</p>}
        <h1 className="text-2xl [overflow-wrap:anywhere]">{title}</h1>
        {detail && <p className="mt-1.5 max-w-2xl text-ink-2">{detail}</p>}
      </div>
      {aside}
    </header>
  );
}
