import type { PageText } from "@greenroom/contract/site/page-text.ts";

/** Reasons to trust us, from the settings of the site (requirements §1). */
export function TrustBadges({ words: text }: { words: Pick<PageText, "rating" | "ledBy" | "insights"> }) {
  const badges = [
    { id: "rating", figure: `${text.rating} / 5`, label: "average rating" },
    { id: "led-by", figure: text.ledBy, label: "lead the interviews" },
    { id: "insights", figure: text.insights, label: "in one place" },
  ];
  return (
    <ul
      aria-label="Why trust us"
      className="relative flex flex-wrap gap-x-6 gap-y-4 border-t border-dark-line px-6 py-6 sm:justify-between sm:px-16 sm:py-7 lg:col-span-2"
    >
      {badges.map(({ id, figure, label }) => (
        <li key={id}>
          <strong className="block font-text text-[1.15rem] font-semibold leading-tight tabular">
            {figure}
          </strong>
          <span className="text-sm text-on-dark-2">{label}</span>
        </li>
      ))}
    </ul>
  );
}
