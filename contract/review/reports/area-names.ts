interface NamedScore {
  label: string;
}

/**
 * The name of an area over several interviews, oldest first: that of the newest score, and every other name that
 * another role's rubric gave it, newest first. The same names as in the reports. Null without a score.
 */
export function namesOfArea(points: readonly NamedScore[]): { label: string; otherLabels: string[] } | null {
  const [label, ...otherLabels] = new Set(points.map((point) => point.label).reverse());
  return label === undefined ? null : { label, otherLabels };
}
