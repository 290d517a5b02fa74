import {
  periodOf,
  skillsByLevel,
  studiesOf,
  workplaceOf,
  yearsOf,
} from "@greenroom/contract/resume-words.ts";
import { openSheet, type Sheet, type TextStyle } from "../../pdf/sheet.ts";
import type { ResumeDocument } from "./resume-document.ts";

const ink = "#12211b";
const soft = "#43544c";
const green = "#0d5c45";

const styles = {
  name: { font: "bold", size: 22, color: ink },
  jobTitle: { font: "regular", size: 12, color: green },
  contact: { font: "regular", size: 9, color: soft },
  heading: { font: "bold", size: 10.5, color: green },
  title: { font: "bold", size: 10.5, color: ink },
  aside: { font: "regular", size: 9.5, color: soft },
  body: { font: "regular", size: 9.5, color: ink, lineGap: 1.5 },
} as const satisfies Record<string, TextStyle>;

/** One entry of a section, whatever it is about. */
interface Entry {
  title: string;
  /** At the right of the title. */
  dates?: string;
  /** Under the title. */
  place?: string;
  link?: string;
  body?: string;
}

/** The PDF of a resume: one column, tagged, its text in the order in which a person or a machine reads it. */
export async function renderResume(document: ResumeDocument): Promise<Buffer> {
  const { name, resume } = document;
  const title = `${name} - resume`;
  const sheet = await openSheet({ title, author: name, footer: name });
  writeHead(sheet, document);
  const { bio } = resume.personal;
  if (bio !== "") writeSection(sheet, "Summary", [{ title: "", body: bio }]);
  writeSection(
    sheet,
    "Experience",
    resume.experience.map((job) => ({
      title: job.jobTitle || job.company,
      dates: periodOf(job),
      place: job.jobTitle === "" ? job.location : workplaceOf(job),
      body: job.description,
    })),
  );
  writeSection(
    sheet,
    "Education",
    resume.education.map((study) => ({
      title: study.school || studiesOf(study),
      dates: yearsOf(study),
      place: study.school === "" ? "" : studiesOf(study),
    })),
  );
  writeSection(
    sheet,
    "Skills",
    skillsByLevel(resume.skills).map(({ level, names }) => ({
      title: "",
      body: `${level}: ${names.join(", ")}`,
    })),
    2,
  );
  writeSection(
    sheet,
    "Projects",
    resume.projects.map(({ name: title, url, description }) => ({ title, link: url, body: description })),
  );
  return sheet.finish();
}

function writeHead(sheet: Sheet, { name, email, phone, resume: { personal } }: ResumeDocument): void {
  sheet.write("H1", name, styles.name);
  if (personal.jobTitle !== "") sheet.write("P", personal.jobTitle, styles.jobTitle);
  sheet.skip(4);
  const facts = [
    { text: email, link: `mailto:${email}` },
    { text: phone },
    { text: personal.location },
    { text: personal.linkedin, link: personal.linkedin },
    { text: personal.github, link: personal.github },
  ].filter(({ text }) => text !== "");
  writeFacts(sheet, facts);
  sheet.skip(4);
}

/** Side by side while they fit, none broken in two. */
function writeFacts(sheet: Sheet, facts: { text: string; link?: string }[]): void {
  const gap = 14;
  let x = sheet.left;
  let lineTop = sheet.y;
  let next = lineTop;
  for (const { text, link } of facts) {
    const width = Math.min(sheet.widthOf(text, styles.contact) + 1, sheet.width);
    if (x > sheet.left && x + width > sheet.left + sheet.width) [x, lineTop] = [sheet.left, next];
    sheet.moveTo(lineTop);
    sheet.write(link === undefined ? "P" : "Link", text, styles.contact, {
      x,
      width,
      ...(link === undefined ? {} : { link }),
    });
    next = Math.max(next, sheet.y);
    x += width + gap;
  }
  sheet.moveTo(next);
}

function writeSection(sheet: Sheet, heading: string, entries: Entry[], between = 8): void {
  const [first] = entries;
  if (first === undefined) return;
  const headingHeight = 12 + sheet.heightOf(heading, styles.heading, sheet.width) + 9;
  // A heading never stands alone at the foot of a page.
  sheet.keepTogether(headingHeight + headHeight(sheet, first));
  sheet.skip(12);
  sheet.write("H2", heading.toUpperCase(), styles.heading);
  sheet.skip(2);
  sheet.rule("#bfdccf");
  sheet.skip(7);
  for (const [index, entry] of entries.entries()) {
    if (index > 0) sheet.skip(between);
    writeEntry(sheet, entry);
  }
}

/** What must stay on one page: the entry's head with the first two lines of its body. */
function headHeight(sheet: Sheet, { title, place = "", link = "", body = "" }: Entry): number {
  const head = [
    [title, styles.title],
    [place, styles.aside],
    [link, styles.aside],
  ] as const;
  const lines = Math.min(
    sheet.heightOf(body, styles.body, sheet.width),
    2 * sheet.heightOf("Ag", styles.body, sheet.width),
  );
  return lines + 2 + head.reduce((sum, [text, style]) => sum + sheet.heightOf(text, style, sheet.width), 0);
}

function writeEntry(sheet: Sheet, entry: Entry): void {
  const { title, dates = "", place = "", link = "", body = "" } = entry;
  sheet.keepTogether(headHeight(sheet, entry));
  if (title !== "" || dates !== "") writeTitle(sheet, title, dates);
  if (place !== "") sheet.write("P", place, styles.aside);
  if (link !== "") sheet.write("Link", link, { ...styles.aside, color: green }, { link });
  if (body === "") return;
  if (title !== "") sheet.skip(2);
  for (const paragraph of body.split(/\r?\n/)) {
    if (paragraph.trim() === "") sheet.skip(4);
    else writeParagraph(sheet, paragraph.trim());
  }
}

function writeTitle(sheet: Sheet, title: string, dates: string): void {
  const top = sheet.y;
  const datesWidth = dates === "" ? 0 : sheet.widthOf(dates, styles.aside) + 1;
  if (title !== "") sheet.write("H3", title, styles.title, { width: sheet.width - datesWidth - 12 });
  const below = sheet.y;
  if (dates === "") return;
  sheet.moveTo(top + 0.8);
  sheet.write("P", dates, styles.aside, { x: sheet.left + sheet.width - datesWidth, width: datesWidth });
  sheet.moveTo(Math.max(below, sheet.y));
}

/** A line that starts with a dash or a star is a bullet. */
function writeParagraph(sheet: Sheet, paragraph: string): void {
  const [, point] = /^[-*•]\s+(.*)$/.exec(paragraph) ?? [];
  if (point === undefined) sheet.write("P", paragraph, styles.body);
  else sheet.write("P", `• ${point}`, styles.body, { hang: sheet.widthOf("• ", styles.body) });
}
