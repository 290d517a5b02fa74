import clsx from "clsx";

/** At most two letters: of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase() ?? "").join("");
}

/** Initials in a circle. The name itself is next to it, so screen readers skip the circle. */
export function Avatar({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-grid size-10 shrink-0 place-items-center rounded-full bg-green-tint text-sm font-semibold text-green",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
