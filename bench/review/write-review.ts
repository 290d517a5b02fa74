import { inSentence } from "@greenroom/contract/rubrics/rubric.ts";
import {
  areasOf,
  type Track,
  type TrackArea,
  trackLabels,
  trackNames,
} from "@greenroom/contract/rubrics/tracks.ts";
import type { Locator, Page } from "@playwright/test";
import type { AreaText, MeasuredInterview } from "./interviews.ts";
import { countKeys, countWords, startWork, type Work } from "./keystroke-level.ts";
import { readShownText, type ShownText } from "./shown-text.ts";

/** How far one turn of the mouse's wheel moves a page, in pixels. We count a turn as a key. */
const wheelPixels = 300;
/** A note that the form has filled in counts as a sentence from so many words on, without time and source. */
const sentenceWords = 4;

/** A review that was written and sent, and the work of it. */
export interface WrittenReview {
  /** Everything but reading. */
  work: Work;
  /** Words of the standing text, which a person reads once in their life. */
  standingWords: number;
  /** Words of this interview: moments, the goal, notes of the room and what is filled in. */
  newWords: number;
  /** Notes that the form had filled in and the interviewer kept. */
  keptNotes: number;
  /** Lines of the private notes that the interviewer added with a click. */
  takenLines: number;
  /** Next steps that the form offered and the interviewer added with a click. */
  takenSteps: number;
  /** The sentences and steps that were not written because of those. */
  unwritten: string[];
}

/** Drives the form as an interviewer with a mouse and a keyboard, and counts what they do. */
class Interviewer {
  readonly work = startWork();
  readonly #page: Page;
  #hand: "mouse" | "keyboard" = "mouse";

  constructor(page: Page) {
    this.#page = page;
  }

  /** Moves the pointer to an element and clicks it. */
  async click(element: Locator): Promise<void> {
    await this.#countClick(element);
    await element.click();
  }

  /** Opens a list and clicks an option. The browser draws the open list itself, where a driver cannot click. */
  async choose(list: Locator, label: string): Promise<void> {
    await this.#countClick(list);
    await this.#countClick(list);
    await list.selectOption({ label });
  }

  /** Prepares the next step. */
  think(): void {
    this.work.counts.M += 1;
  }

  async press(key: string): Promise<void> {
    this.#moveHand("keyboard");
    await this.#page.keyboard.press(key);
    this.work.counts.K += key.split("+").length;
  }

  /** Composes text of their own in the focused field. */
  async compose(text: string): Promise<void> {
    this.#moveHand("keyboard");
    await this.#page.keyboard.type(text);
    const keys = countKeys(text);
    this.work.counts.K += keys;
    this.work.composed.keys += keys;
    this.work.composed.words += countWords(text);
  }

  /** Waits for what the browser shows as its response. */
  async waitFor(shown: Locator): Promise<void> {
    const startedAt = performance.now();
    await shown.waitFor();
    this.work.response += (performance.now() - startedAt) / 1000;
  }

  /** Counts scrolling to an element, pointing at it and clicking it. */
  async #countClick(element: Locator): Promise<void> {
    this.#moveHand("mouse");
    this.work.counts.K += await this.#countWheelTurns(element);
    await element.scrollIntoViewIfNeeded();
    this.work.counts.P += 1;
    this.work.counts.B += 2;
  }

  #moveHand(to: "mouse" | "keyboard"): void {
    if (this.#hand !== to) this.work.counts.H += 1;
    this.#hand = to;
  }

  async #countWheelTurns(element: Locator): Promise<number> {
    const { top, bottom, height } = await element.evaluate((target) => {
      const box = target.getBoundingClientRect();
      return { top: box.top, bottom: box.bottom, height: window.innerHeight };
    });
    const distance = Math.max(bottom - height, -top, 0);
    return Math.ceil(distance / wheelPixels);
  }
}

function openButton(page: Page, { firstName, lastName }: MeasuredInterview["interviewee"]): Locator {
  // The form was opened before if its standing text was read.
  return page.getByRole("button", {
    name: new RegExp(`^(Write Feedback|Continue feedback) for ${firstName} ${lastName}$`),
  });
}

/** The form, once it has loaded what it knows about the interview. */
function formOf(page: Page): { dialog: Locator; loaded: Locator } {
  const dialog = page.getByRole("dialog", { name: "Write Feedback" });
  const moments = dialog.getByRole("region", { name: "Moments" });
  return { dialog, loaded: moments.locator("p:not(:empty)").first() };
}

/** The standing text of the form for every role, from a form without anything of an interview. */
export async function readStandingText(
  page: Page,
  interviewee: MeasuredInterview["interviewee"],
): Promise<ReadonlySet<string>> {
  await openButton(page, interviewee).click();
  const { dialog, loaded } = formOf(page);
  await loaded.waitFor();
  await page.waitForLoadState("networkidle");
  const known = new Set<string>();
  const role = dialog.getByLabel("Role", { exact: true });
  const initial = await role.inputValue();
  for (const track of [...trackNames.filter((name) => name !== initial), initial]) {
    await role.selectOption(track);
    for (const { text, isValue } of await readShownText(dialog)) if (!isValue) known.add(text);
  }
  await dialog.getByRole("button", { name: "Cancel" }).click();
  return known;
}

/** Writes and sends the review of an interview, from the list of past interviews. */
export async function writeReview(
  page: Page,
  { interviewee, review }: MeasuredInterview,
  standing: ReadonlySet<string>,
): Promise<WrittenReview> {
  const person = new Interviewer(page);
  person.think();
  await person.click(openButton(page, interviewee));
  const { dialog, loaded } = formOf(page);
  await person.waitFor(loaded);
  // The rest of what the form loads is shown while the person reads.
  await page.waitForLoadState("networkidle");
  await chooseRole(person, dialog, review.track);
  const read = await readShownText(dialog);

  const unwritten: string[] = [];
  let takenLines = 0;
  for (const [index, area] of areasOf(review.track).entries()) {
    const text = review.areas[index] as AreaText;
    await scoreArea(person, dialog, area, text);
    const isEnough = review.writesEverything ? () => false : hasSentence;
    const note = noteField(dialog, area);
    const lines = review.writesEverything ? [] : (review.notesOnAreas?.[index] ?? []);
    if (!isEnough((await note.inputValue()).trim())) {
      for (const line of lines) read.push(await takeLine(person, dialog, area, line));
      takenLines += lines.length;
    }
    const [, sentence] = text;
    if (!(await fillIn(person, note, { text: sentence, isEnough }))) unwritten.push(sentence);
  }
  const keptNotes = unwritten.length;
  await fillIn(person, dialog.getByLabel("Summary"), { text: review.summary, isEnough: hasTwoSentences });
  // The scores may have added something.
  read.push(...withoutShown(await readShownText(dialog), read));
  const added = review.writesEverything ? [] : await takeSteps(person, dialog);
  read.push(...added);
  const takenSteps = added.length;
  const steps = review.nextSteps.split("\n");
  const ownSteps = { text: steps.slice(takenSteps).join("\n"), isEnough: hasTwoLines };
  await fillIn(person, stepsField(dialog), ownSteps);
  unwritten.push(...steps.slice(0, takenSteps));
  await fillIn(person, dialog.getByLabel("Questions asked"), { text: review.questions, isEnough: hasText });

  read.push(...withoutShown(await readShownText(dialog), read));
  person.think();
  await person.click(dialog.getByRole("button", { name: "Send Feedback" }));
  await person.waitFor(page.getByText("Feedback file uploaded successfully!"));
  const isStanding = ({ text, isValue }: ShownText) => !isValue && standing.has(text);
  return {
    work: person.work,
    standingWords: countShownWords(read.filter(isStanding)),
    newWords: countShownWords(read.filter((shown) => !isStanding(shown))),
    keptNotes,
    takenLines,
    takenSteps,
    unwritten,
  };
}

/** The form chooses the role by the interviewee's goal; otherwise the interviewer does, in a list. */
async function chooseRole(person: Interviewer, dialog: Locator, track: Track): Promise<void> {
  const role = dialog.getByLabel("Role", { exact: true });
  if ((await role.inputValue()) === track) return;
  person.think();
  await person.choose(role, trackLabels[track]);
}

async function scoreArea(
  person: Interviewer,
  dialog: Locator,
  area: TrackArea,
  [score]: AreaText,
): Promise<void> {
  const group = dialog.getByRole("group", { name: area.label });
  person.think();
  const option = group.getByRole("radio", { name: new RegExp(`^(\\d )?${score}$`) });
  if (await option.isChecked()) return;
  await person.click(group.getByText(score, { exact: true }));
}

function noteField(dialog: Locator, area: TrackArea): Locator {
  return dialog.getByRole("textbox", { name: `Notes on ${inSentence(area.label)}` });
}

function stepsField(dialog: Locator): Locator {
  return dialog.getByRole("textbox", { name: /^Next steps/ });
}

/** Adds a line of the private notes to a note. Returns what was added, which the person reads once more. */
async function takeLine(
  person: Interviewer,
  dialog: Locator,
  area: TrackArea,
  line: string,
): Promise<ShownText> {
  const target = dialog.getByText(`A click adds a line to the notes on ${inSentence(area.label)}.`);
  // A click on the score has chosen the area, unless the score was filled in.
  if (!(await target.isVisible())) await person.click(noteField(dialog, area));
  person.think();
  await person.click(dialog.getByRole("button", { name: `Add ${line}`, exact: true }));
  return { text: line, isValue: true };
}

/**
 * Adds the first steps that the form offers, until there are enough. Returns what was added, which the person reads
 * although its beginning was offered.
 */
async function takeSteps(person: Interviewer, dialog: Locator): Promise<ShownText[]> {
  const offered = dialog
    .getByRole("region", { name: "Next steps from the record" })
    .getByRole("button", { name: /^Add / });
  const field = stepsField(dialog);
  const taken: ShownText[] = [];
  while (!hasTwoLines(await field.inputValue()) && (await offered.count()) > 0) {
    person.think();
    await person.click(offered.first());
    taken.push({ text: (await field.inputValue()).split("\n").at(-1) ?? "", isValue: true });
  }
  return taken;
}

/** The person's own text, and whether the text that the form has filled in makes it unnecessary. */
interface FieldText {
  text: string;
  isEnough: (filledIn: string) => boolean;
}

/** Keeps what the form has filled in if it is enough, and otherwise adds to it. Returns whether the person wrote. */
async function fillIn(person: Interviewer, field: Locator, { text, isEnough }: FieldText): Promise<boolean> {
  const filledIn = (await field.inputValue()).trim();
  // To decide what to write, or that the text is right. It is read like everything else that is new.
  person.think();
  if (isEnough(filledIn)) return false;
  await person.click(field);
  if (filledIn !== "") {
    await person.press("Control+End");
    await person.press("Enter");
  }
  await person.compose(text);
  return true;
}

function hasText(filledIn: string): boolean {
  return filledIn !== "";
}

function hasTwoLines(filledIn: string): boolean {
  return filledIn.split("\n").filter(hasText).length >= 2;
}

function hasTwoSentences(filledIn: string): boolean {
  return (filledIn.match(/[.!?](\s|$)/g) ?? []).length >= 2;
}

/** The time and source of a moment are no sentence. */
function hasSentence(note: string): boolean {
  return note.split("\n").some((line) => countWords(line.replace(/^\[[^\]]*\]/, "")) >= sentenceWords);
}

/** What is shown now and was not shown before; values of fields are the person's own text by now. */
function withoutShown(now: readonly ShownText[], before: readonly ShownText[]): ShownText[] {
  const seen = new Set(before.map(({ text }) => text));
  return now.filter(({ text, isValue }) => !isValue && !seen.has(text));
}

function countShownWords(shown: readonly ShownText[]): number {
  return shown.reduce((sum, { text }) => sum + countWords(text), 0);
}
