import type { ReactNode } from "react";

export interface ProsePageProps {
  title: string;
  intro: ReactNode;
  sections: readonly { title: string; text: ReactNode }[];
}

/** A text page: privacy, terms. */
export function ProsePage({ title, intro, sections }: ProsePageProps) {
  return (
    <article className="page pt-12 sm:pt-16">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-5 max-w-2xl text-lg text-ink-2">{intro}</p>
      <div className="mt-10 grid max-w-2xl grid-cols-1 gap-8 break-words">
        {sections.map((section) => (
          <section key={section.title} className="grid grid-cols-1 gap-2">
            <h2 className="text-xl">{section.title}</h2>
            <div className="text-ink-2">{section.text}</div>
          </section>
        ))}
      </div>
    </article>
  );
}
