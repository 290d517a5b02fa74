import { isBlank, withoutBidiControls } from "../kernel/plain-text.ts";
import type { Track } from "../schedule/goals.ts";
import type { AreaName } from "./tracks.ts";

/* The form for a mentor's feedback, from which the server makes the PDF. */

export const noteCharacters = 3_000;
export const nextStepsCharacters = 2_000;
export const questionsCharacters = 4_000;
export const mostNextSteps = 30;
export const mostQuestions = 60;

/** "problem framing" for a place inside a sentence; abbreviations keep their capitals. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? `${label[0]?.toLowerCase()}${label.slice(1)}` : label;
}

export interface RatedArea {
  area: AreaName;
  /** Null: not assessed. */
  score: number | null;
  notes: string;
}

/** Bullets, boxes and numbers that a mentor typed before a line: `- `, `• `, `[ ] `, `1. `, `2) `. */
const lineMarkers = /^(?:(?:[-*–—]|\[[ xX]?\]|\d{1,2}[.)])(?:\s+|$)|[•◦▪●☐□]\s*)+/;

/** The next steps or the questions in a mentor's text, one per line, without markers of a list: we write our own. */
export function linesOf(text: string): string[] {
  return withoutBidiControls(text)
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.trim().replace(lineMarkers, ""))
    .filter((line) => !isBlank(line));
}

/** A mentor's feedback, with its areas in the order of the form. */
export interface Rubric {
  track: Track;
  areas: RatedArea[];
  questions: string;
  summary: string;
  nextSteps: string;
}

/* A moment of the interview in a mentor's notes: a separate line that starts with the time, such as
   `[12:41, marked good] Recall looks great and the feed does not change.` */

export interface NoteMoment {
  /** `12:41` from the start of the interview. */
  time: string;
  /** The event at that time: "marked good", "run 3". Empty when the mentor typed only the time. */
  source: string;
  text: string;
}

/** The form's name for each mark in the notes. */
export const markSources = { good: "marked good", come_back: "marked to come back to" } as const;

const momentLine = /^\[([−-]?\d{1,3}:[0-5]\d)(?:, ([^\]\n]{1,60}))?\][ \t]*(.*)$/;

export function writeMoment({ time, source, text }: NoteMoment): string {
  const line = text.replace(/\s+/g, " ").trim();
  return `[${time}${source === "" ? "" : `, ${source}`}]${line === "" ? "" : ` ${line}`}`;
}

export function readMoment(line: string): NoteMoment | null {
  const [, time, source = "", text = ""] = momentLine.exec(line.trim()) ?? [];
  return time === undefined ? null : { time, source, text };
}

/** The time of a moment in seconds from the start of the interview; negative before it. */
export function secondsOfMoment({ time }: Pick<NoteMoment, "time">): number {
  const [, sign = "", minutes = "0", seconds = "0"] = /^([−-]?)(\d+):(\d+)$/.exec(time) ?? [];
  const elapsed = 60 * Number(minutes) + Number(seconds);
  return sign === "" ? elapsed : -elapsed;
}

/** A part of a mentor's notes: a moment, or lines that belong together. */
export type NotePart = { moment: NoteMoment } | { text: string };

/** A mentor's notes in parts, in order. An empty line and a moment end a part. */
export function readNotes(notes: string): NotePart[] {
  const parts: NotePart[] = [];
  let lines: string[] = [];
  const endText = () => {
    if (lines.length > 0) parts.push({ text: lines.join("\n") });
    lines = [];
  };
  for (const line of notes.trim().split(/\r\n|\r|\n/)) {
    const moment = readMoment(line);
    if (moment !== null || line.trim() === "") endText();
    if (moment !== null) parts.push({ moment });
    else if (line.trim() !== "") lines.push(line);
  }
  endText();
  return parts;
}

/** Code and output would be hard to read in a display font. */
export function isProgramMoment({ source }: Pick<NoteMoment, "source">): boolean {
  return /^(run|code)\b/i.test(source);
}

/** The words of a mark are the mentor's own. */
export function isMarkMoment({ source }: Pick<NoteMoment, "source">): boolean {
  return source === markSources.good || source === markSources.come_back;
}
