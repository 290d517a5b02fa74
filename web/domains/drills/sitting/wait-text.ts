/** The time until an instant, in one rounded unit: `10 min`, `3 days`. */
export function waitText(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(minutes / (60 * 24));
  if (days < 14) return days === 1 ? "1 day" : `${days} days`;
  return `${Math.round(days / 7)} weeks`;
}
