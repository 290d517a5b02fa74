import { countOf } from "@greenroom/contract/kernel/sentences.ts";
import type { PracticeAnswer, TestResults } from "@greenroom/contract/practice/rounds.ts";
import { formatClock } from "../../../format/format-time.ts";

/** Less speech than this is too little to measure a pace. */
const leastSpokenSeconds = 10;

interface Fact {
  label: string;
  value: string;
}

/** The measured facts of an answer, without those that were not measured. */
export function measuredFacts(answer: PracticeAnswer): Fact[] {
  const { speech, hints, startedAt, explainedAt, finishedAt, explanation, followUps } = answer;
  const facts: Fact[] = [];
  const seconds = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 1000;
  if (speech !== null && speech.spokenSeconds >= leastSpokenSeconds) {
    const pace = Math.round(speech.words / (speech.spokenSeconds / 60));
    facts.push({ label: "Pace", value: `${pace} words a minute` });
  }
  if (speech !== null)
    facts.push({ label: "Longest silence", value: formatClock(speech.longestSilenceSeconds) });
  if (explainedAt !== null)
    facts.push({ label: "Until explained", value: formatClock(seconds(startedAt, explainedAt)) });
  if (finishedAt !== null)
    facts.push({ label: "Whole answer", value: formatClock(seconds(startedAt, finishedAt)) });
  const words = [explanation, ...followUps.map((followUp) => followUp.answer ?? "")].join(" ");
  const count = words.split(/\s+/).filter(Boolean).length;
  if (count > 0) facts.push({ label: "Words", value: String(count) });
  if (hints.total > 0) facts.push({ label: "Hints", value: `${hints.opened.length} of ${hints.total}` });
  return facts;
}

/** The tests that the submitted code passed, in words; null when none ran. */
export function describePassedTests(tests: TestResults | null): string | null {
  const ran = [tests?.visible, tests?.hidden].flatMap((count) => count ?? []);
  if (ran.length === 0) return null;
  const sum = (part: "passed" | "total") => ran.reduce((all, count) => all + count[part], 0);
  return `${sum("passed")} of ${countOf(sum("total"), "test")} passed`;
}
