import {
  emptyResume,
  type ResumeData,
  sectionLimits,
} from "@greenroom/contract/people/resumes/resume-data.ts";
import { maxLinesOfText, maxResumeCharacters } from "@greenroom/contract/people/resumes/resume-length.ts";
import { devanagariLetter } from "./hostile-files.ts";

/* Resumes of the maximum length that the form accepts and that are hard to render. */

/** Dates and levels count too. */
const maxCharacters = maxResumeCharacters - 2_000;

/** Fills every field of every entry to its maximum, until the resume is full. `letter` returns each character. */
export function fillResume(letter: (index: number) => string): ResumeData {
  let characters = 0;
  let index = 0;
  const text = (length: number): string => {
    let written = "";
    let lines = 1;
    while (characters < maxCharacters) {
      let next = letter(index);
      if (next === "\n") {
        lines += 1;
        if (lines > maxLinesOfText) next = " ";
      }
      if (written.length + next.length > length) break;
      written += next;
      characters += next.length;
      index += 1;
    }
    return written.trim();
  };
  const line = (length: number) => text(length).replace(/\s+/g, " ");
  const list = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  return {
    ...emptyResume,
    personal: { ...emptyResume.personal, jobTitle: line(120), location: line(120), bio: text(3_000) },
    experience: list(sectionLimits.experience, () => ({
      jobTitle: line(160),
      company: line(160),
      location: line(120),
      startDate: "2020-01-01",
      endDate: "",
      description: text(4_000),
    })),
    education: list(sectionLimits.education, () => ({
      school: line(160),
      degree: line(160),
      fieldOfStudy: line(160),
      startYear: 2010,
      endYear: 2014,
    })),
    skills: list(sectionLimits.skills, () => ({ name: line(80), level: "Advanced" as const })),
    projects: list(sectionLimits.projects, () => ({ name: line(160), url: "", description: text(4_000) })),
  };
}

/** A pseudorandom sequence that no cache can use. */
const scatter = (index: number) => (Math.imul(index + 1, 2_654_435_761) >>> 8) & 0xffff;
const from = (letters: string) => (index: number) => letters[scatter(index) % letters.length] ?? "";
const latin = from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const emoji = (index: number) => String.fromCodePoint(0x1f300 + (scatter(index) % 700));
const accent = (index: number) =>
  index % 9 === 0 ? latin(index) : String.fromCharCode(0x300 + (scatter(index) % 0x6f));

export const longResumes: Record<string, ResumeData> = {
  "one Latin word in each field": fillResume(latin),
  "Latin words, each another one": fillResume((index) => (index % 7 === 6 ? " " : latin(index))),
  "Latin letters and hyphens": fillResume((index) => (index % 2 === 1 ? "-" : latin(index))),
  "letters of every European script": fillResume((index) =>
    String.fromCharCode(0xc0 + (scatter(index) % 0x3ff)),
  ),
  "one Devanagari word, every syllable another one": fillResume(devanagariLetter),
  "Devanagari words, each another one": fillResume((index) =>
    index % 7 === 6 ? " " : String.fromCharCode(0x915 + (scatter(index) % 37)),
  ),
  "Devanagari consonants with joiners": fillResume(
    (index) => ["क", "\u094d", "\u200d", String.fromCharCode(0x915 + (scatter(index) % 37))][index % 4] ?? "",
  ),
  emoji: fillResume(emoji),
  "a family of emoji": fillResume((index) => (index % 2 === 1 ? "\u200d" : emoji(index))),
  "letters under heaps of accents": fillResume(accent),
  "accents alone": fillResume((index) => String.fromCharCode(0x300 + (scatter(index) % 0x6f))),
  "invisible letters": fillResume(() => "\u200b"),
  "scripts in turns": fillResume((index) => (index % 2 === 1 ? devanagariLetter(index) : latin(index))),
  "Latin and Devanagari words in turns": fillResume(
    (index) =>
      [latin(index), latin(index + 1), " ", "क", String.fromCharCode(0x915 + (scatter(index) % 37)), " "][
        index % 6
      ] ?? "",
  ),
  "lines of one letter": fillResume((index) => (index % 2 === 1 ? "\n" : latin(index))),
  "empty lines": fillResume((index) => (index % 40 === 0 ? latin(index) : "\n")),
  "bullets of one letter": fillResume((index) => ["-", " ", latin(index), "\n"][index % 4] ?? ""),
  "lines of one Devanagari letter": fillResume((index) =>
    index % 2 === 1 ? "\n" : String.fromCharCode(0x915 + (scatter(index) % 37)),
  ),
};
