/** How many items are shown before and after the one at which the replay is. */
const [before, after] = [1, 3];

/** The items around this one; the first ones when it is not listed. */
export function itemsAround<Item extends { id: string }>(
  items: readonly Item[],
  id: string | null,
): readonly Item[] {
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === id),
  );
  // At either end, the list keeps its length.
  const from = Math.max(0, Math.min(index - before, items.length - 1 - before - after));
  return items.slice(from, from + before + after + 1);
}
