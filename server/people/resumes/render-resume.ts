import {
  formatPeriod,
  formatStudies,
  formatWorkplace,
  formatYears,
  groupSkillsByLevel,
} from "@greenroom/contract/people/resume-labels.ts";
import { openPdfDocument, type PdfDocument } from "../../kernel/pdf/pdf-document.ts";
import type { TextStyle } from "../../kernel/pdf/text-layout.ts";
import type { ResumeDocument } from "./resume-pdf.ts";

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    renderResume: typeof renderResume;
  }
}

const ink = "#12211b";
const mutedInk = "#43544c";
const green = "#0d5c45";

const styles = {
  name: { font: "bold", size: 22, color: ink },
  jobTitle: { font: "regular", size: 12, color: green },
  contact: { font: "regular", size: 9, color: mutedInk },
  heading: { font: "bold", size: 10.5, color: green },
  title: { font: "bold", size: 10.5, color: ink },
  aside: { font: "regular", size: 9.5, color: mutedInk },
  body: { font: "regular", size: 9.5, color: ink, lineGap: 1.5 },
} as const satisfies Record<string, TextStyle>;

/** One entry of any section. */
interface Entry {
  title: string;
  /** To the right of the title. */
  dates?: string;
  /** Below the title. */
  place?: string;
  link?: string;
  body?: string;
}

/** Renders the PDF of a resume: one column, tagged, with the text in reading order. */
export async function renderResume(document: ResumeDocument): Promise<Buffer> {
  const { name, resume } = document;
  const title = `${name} - resume`;
  const pdf = await openPdfDocument({ title, author: name, footer: name });
  writeHead(pdf, document);
  const { bio } = resume.personal;
  if (bio !== "") writeSection(pdf, "Summary", [{ title: "", body: bio }]);
  writeSection(
    pdf,
    "Experience",
    resume.experience.map((job) => ({
      title: job.jobTitle || job.company,
      dates: formatPeriod(job),
      place: job.jobTitle === "" ? job.location : formatWorkplace(job),
      body: job.description,
    })),
  );
  writeSection(
    pdf,
    "Education",
    resume.education.map((study) => ({
      title: study.school || formatStudies(study),
      dates: formatYears(study),
      place: study.school === "" ? "" : formatStudies(study),
    })),
  );
  writeSection(
    pdf,
    "Skills",
    groupSkillsByLevel(resume.skills).map(({ level, names }) => ({
      title: "",
      body: `${level}: ${names.join(", ")}`,
    })),
    2,
  );
  writeSection(
    pdf,
    "Projects",
    resume.projects.map(({ name: title, url, description }) => ({ title, link: url, body: description })),
  );
  return pdf.finish();
}

function writeHead(pdf: PdfDocument, { name, email, phone, resume: { personal } }: ResumeDocument): void {
  pdf.write("H1", name, styles.name);
  if (personal.jobTitle !== "") pdf.write("P", personal.jobTitle, styles.jobTitle);
  pdf.skip(4);
  const facts = [
    { text: email, link: `mailto:${email}` },
    { text: phone },
    { text: personal.location },
    { text: personal.linkedin, link: personal.linkedin },
    { text: personal.github, link: personal.github },
  ].filter(({ text }) => text !== "");
  writeFacts(pdf, facts);
  pdf.skip(4);
}

/** Facts stand side by side if they fit, and are never split. */
function writeFacts(pdf: PdfDocument, facts: { text: string; link?: string }[]): void {
  const gap = 14;
  let x = pdf.left;
  let lineTop = pdf.y;
  let next = lineTop;
  for (const { text, link } of facts) {
    const width = Math.min(pdf.widthOf(text, styles.contact) + 1, pdf.width);
    if (x > pdf.left && x + width > pdf.left + pdf.width) [x, lineTop] = [pdf.left, next];
    pdf.moveTo(lineTop);
    pdf.write(link === undefined ? "P" : "Link", text, styles.contact, {
      x,
      width,
      ...(link === undefined ? {} : { link }),
    });
    next = Math.max(next, pdf.y);
    x += width + gap;
  }
  pdf.moveTo(next);
}

function writeSection(pdf: PdfDocument, heading: string, entries: Entry[], between = 8): void {
  const [first] = entries;
  if (first === undefined) return;
  const headingHeight = 12 + pdf.heightOf(heading, styles.heading, pdf.width) + 9;
  // Keeps a heading from being alone at the foot of a page.
  pdf.keepTogether(headingHeight + headHeight(pdf, first));
  pdf.skip(12);
  pdf.write("H2", heading.toUpperCase(), styles.heading);
  pdf.skip(2);
  pdf.rule("#bfdccf");
  pdf.skip(7);
  for (const [index, entry] of entries.entries()) {
    if (index > 0) pdf.skip(between);
    writeEntry(pdf, entry);
  }
}

/** The part that must stay on one page: the entry's head with the first two lines of its body. */
function headHeight(pdf: PdfDocument, { title, place = "", link = "", body = "" }: Entry): number {
  const head = [
    [title, styles.title],
    [place, styles.aside],
    [link, styles.aside],
  ] as const;
  const lines = Math.min(
    pdf.heightOf(body, styles.body, pdf.width),
    2 * pdf.heightOf("Ag", styles.body, pdf.width),
  );
  return lines + 2 + head.reduce((sum, [text, style]) => sum + pdf.heightOf(text, style, pdf.width), 0);
}

function writeEntry(pdf: PdfDocument, entry: Entry): void {
  const { title, dates = "", place = "", link = "", body = "" } = entry;
  pdf.keepTogether(headHeight(pdf, entry));
  if (title !== "" || dates !== "") writeTitle(pdf, title, dates);
  if (place !== "") pdf.write("P", place, styles.aside);
  if (link !== "") pdf.write("Link", link, { ...styles.aside, color: green }, { link });
  if (body === "") return;
  if (title !== "") pdf.skip(2);
  for (const paragraph of body.split(/\r?\n/)) {
    if (paragraph.trim() === "") pdf.skip(4);
    else writeParagraph(pdf, paragraph.trim());
  }
}

function writeTitle(pdf: PdfDocument, title: string, dates: string): void {
  const top = pdf.y;
  const datesWidth = dates === "" ? 0 : pdf.widthOf(dates, styles.aside) + 1;
  if (title !== "") pdf.write("H3", title, styles.title, { width: pdf.width - datesWidth - 12 });
  const below = pdf.y;
  if (dates === "") return;
  pdf.moveTo(top + 0.8);
  pdf.write("P", dates, styles.aside, { x: pdf.left + pdf.width - datesWidth, width: datesWidth });
  pdf.moveTo(Math.max(below, pdf.y));
}

/** A line that starts with a dash or a star is a bullet. */
function writeParagraph(pdf: PdfDocument, paragraph: string): void {
  const [, point] = /^[-*•]\s+(.*)$/.exec(paragraph) ?? [];
  if (point === undefined) pdf.write("P", paragraph, styles.body);
  else pdf.write("P", `• ${point}`, styles.body, { hang: pdf.widthOf("• ", styles.body) });
}
