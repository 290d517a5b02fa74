/** When each hint can be opened, as a share of the question's minutes. */
const ladder = [0.2, 0.4, 0.6];

interface HintInput {
  startedAt: Date;
  /** The question's minutes. */
  minutes: number;
  opened: number;
  total: number;
}

/** When the next hint can be opened; null if all are open. */
export function nextHintOpensAt({ startedAt, minutes, opened, total }: HintInput): Date | null {
  const share = ladder[opened];
  if (opened >= total || share === undefined) return null;
  return new Date(startedAt.getTime() + share * minutes * 60_000);
}
