import type { InterviewRecord } from "@greenroom/contract/review/reports/interview-record.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";

/* When the transcript can tell a silence from words that nobody transcribed. */

/** The parties with transcribed words. A browser that cannot transcribe leaves its party out. */
export function transcribedParties({ items }: Pick<InterviewRecord, "items">): Party[] {
  return [...new Set(items.flatMap((item) => (item.kind === "utterance" ? item.party : [])))];
}

interface Period {
  from: number;
  to: number;
}

/** Says of any time, in milliseconds, whether both parties were present and the transcript ran throughout. */
export function transcribedThroughout(record: InterviewRecord): (from: number, to: number) => boolean {
  const gaps = [...consentGaps(record), ...absences(record)];
  return (from, to) => !gaps.some((gap) => gap.from < to && gap.to > from);
}

/**
 * The longest part of a time, in milliseconds, without an absence of less than a minute. Such an absence splits a
 * silence: somebody who is disconnected says nothing that we could transcribe.
 */
export function longestPresence({
  shortAbsences = [],
}: InterviewRecord): (from: number, to: number) => number {
  const absences = shortAbsences
    .map((absence) => ({ from: Date.parse(absence.from), to: Date.parse(absence.to) }))
    .sort((a, b) => a.from - b.from);
  return (from, to) => {
    let [start, longest] = [from, 0];
    for (const absence of absences) {
      if (absence.to <= start || absence.from >= to) continue;
      longest = Math.max(longest, absence.from - start);
      start = absence.to;
    }
    return Math.max(longest, to - start, 0);
  };
}

/** When the transcript was off. Ending it takes back both consents. A record without any consent tells nothing. */
function consentGaps({ items }: InterviewRecord): Period[] {
  const consents = items.flatMap((item) => (item.kind === "consent" ? [item] : []));
  const gaps: Period[] = [];
  const agreed = new Set<Party>();
  let offSince: number | null = consents.length === 0 ? null : Number.NEGATIVE_INFINITY;
  for (const { party, event, at } of consents) {
    if (event === "given") agreed.add(party);
    else if (event === "withdrawn") agreed.delete(party);
    else agreed.clear();
    const isOn = agreed.size === 2;
    if (isOn && offSince !== null) {
      gaps.push({ from: offSince, to: Date.parse(at) });
      offSince = null;
    } else if (!isOn) offSince ??= Date.parse(at);
  }
  return offSince === null ? gaps : [...gaps, { from: offSince, to: Number.POSITIVE_INFINITY }];
}

/** When one of the parties had not come yet, or had left. A party without a first `joined` was there from the start. */
function absences({ items }: InterviewRecord): Period[] {
  const gaps: Period[] = [];
  const leftAt = new Map<Party, number>();
  const known = new Set<Party>();
  for (const item of items) {
    if (item.kind !== "presence") continue;
    const at = Date.parse(item.at);
    if (item.event === "left") leftAt.set(item.party, at);
    else {
      const from = leftAt.get(item.party) ?? (known.has(item.party) ? undefined : Number.NEGATIVE_INFINITY);
      if (from !== undefined) gaps.push({ from, to: at });
      leftAt.delete(item.party);
    }
    known.add(item.party);
  }
  return [...gaps, ...[...leftAt.values()].map((from) => ({ from, to: Number.POSITIVE_INFINITY }))];
}
