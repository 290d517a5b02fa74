/** The name in `known` with the fewest letters changed; null when none is similar. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  let nearest: { name: string; distance: number } | null = null;
  for (const name of known) {
    const distance = editDistance(given, name);
    if (nearest === null || distance < nearest.distance) nearest = { name, distance };
  }
  return nearest !== null && nearest.distance <= given.length / 2 ? nearest.name : null;
}

/** Levenshtein distance: how many letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      line.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        ),
      );
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
