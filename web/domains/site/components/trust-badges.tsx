import type { PageWords } from "@greenroom/contract/page-words.ts";

/** Why to trust us, from the settings of the site (specification §1). */
export function TrustBadges({ words }: { words: Pick<PageWords, "rating" | "ledBy" | "insights"> }) {
  const badges = [
    { id: "rating", figure: `${words.rating} / 5`, label: "average rating" },
    { id: "led-by", figure: words.ledBy, label: "lead the interviews" },
    { id: "insights", figure: words.insights, label: "in one place" },
  ];
  return (
    <ul
      aria-label="Why trust us"
      className="relative flex flex-wrap gap-x-6 gap-y-4 border-t border-stage-line px-6 py-6 sm:justify-between sm:px-16 sm:py-7 lg:col-span-2"
    >
      {badges.map(({ id, figure, label }) => (
        <li key={id}>
          <strong className="block font-display text-[1.15rem] font-[600] leading-tight tabular">
            {figure}
          </strong>
          <span className="text-sm text-on-stage-2">{label}</span>
        </li>
      ))}
    </ul>
  );
}
