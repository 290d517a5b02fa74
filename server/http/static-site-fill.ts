import { gapPattern, namedWords, type PageFacts, pageWords } from "@greenroom/contract/page-words.ts";
import { escapeHtml } from "../mail/mail-html.ts";

export type TemplateKind = "html" | "json" | "text";

/** An `<li>` without others in it; those that hold the gap of a list stand once for each of its texts. */
const listItem = /<li(?=[\s>])[^>]*>(?:(?!<\/?li[\s>])[\s\S])*?⟦[\w.]+⟧(?:(?!<\/?li[\s>])[\s\S])*?<\/li>/g;
const linkedData = /(<script type="application\/ld\+json">)([\s\S]*?)(<\/script>)/g;

/** Puts the facts into a template: the words into its gaps, and into an HTML page the facts themselves for the browser. */
export function fillTemplate(template: string, kind: TemplateKind, facts: PageFacts): string {
  const words = namedWords(pageWords(facts));
  if (kind === "text") return fillGaps(template, words, (text) => text);
  if (kind === "json") return fillGaps(template, words, inJson);
  const page = template
    .replace(linkedData, (_, open, data, close) => `${open}${fillGaps(data, words, inJson)}${close}`)
    .replace(listItem, (item) => repeated(item, words));
  const json = JSON.stringify(facts).replaceAll("<", "\\u003c");
  return fillGaps(page, words, escapeHtml).replace(
    "</head>",
    () => `<script type="application/json" id="greenroom-facts">${json}</script></head>`,
  );
}

type Words = ReturnType<typeof namedWords>;

function fillGaps(template: string, words: Words, quote: (text: string) => string): string {
  return template.replace(gapPattern, (gap, name) => {
    const text = words.get(name);
    if (typeof text !== "string") throw new Error(`a page has the gap ${gap}, which no text fills`);
    return quote(text);
  });
}

function repeated(item: string, words: Words): string {
  const list = [...item.matchAll(gapPattern)].find(([, name]) => Array.isArray(words.get(name ?? "")));
  if (list === undefined) return item;
  const [gap, name] = list;
  const texts = words.get(name ?? "") as string[];
  return texts.map((text) => item.replaceAll(gap, () => escapeHtml(text))).join("");
}

/** As part of a string that is JSON already. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll("<", "\\u003c");
}
