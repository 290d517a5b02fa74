import { linkTitle, type Outline } from "./read-outline.ts";

/** More changes at once than this are summed up. */
const maxNamedChanges = 3;

/** Describes a change of the board for screen readers; empty when nothing was added or removed. */
export function describeChanges(before: Outline, after: Outline): string {
  const [boxesBefore, boxesAfter] = [idsOf(before.boxes), idsOf(after.boxes)];
  const [linksBefore, linksAfter] = [idsOf(before.links), idsOf(after.links)];
  const [textsBefore, textsAfter] = [idsOf(before.texts), idsOf(after.texts)];
  const changes = [
    ...after.boxes.filter(({ id }) => !boxesBefore.has(id)).map(({ title }) => `Added ${title}.`),
    ...before.boxes.filter(({ id }) => !boxesAfter.has(id)).map(({ title }) => `Removed ${title}.`),
    ...after.links.filter(({ id }) => !linksBefore.has(id)).map((link) => `Linked ${linkTitle(link)}.`),
    ...before.links
      // A link goes with its box, which was named already.
      .filter(({ id, from, to }) => !linksAfter.has(id) && boxesAfter.has(from.id) && boxesAfter.has(to.id))
      .map((link) => `Removed the link ${linkTitle(link)}.`),
    ...after.texts.filter(({ id }) => !textsBefore.has(id)).map(({ text }) => `Added the text ${text}.`),
    ...before.texts.filter(({ id }) => !textsAfter.has(id)).map(({ text }) => `Removed the text ${text}.`),
  ];
  if (changes.length <= maxNamedChanges) return changes.join(" ");
  return `The board has ${count(after.boxes.length, "box", "boxes")} and ${count(after.links.length, "link", "links")}.`;
}

function idsOf(items: readonly { id: string }[]): Set<string> {
  return new Set(items.map(({ id }) => id));
}

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
