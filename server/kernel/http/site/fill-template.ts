import {
  buildPageText,
  flattenPageText,
  type PageData,
  placeholderPattern,
} from "@greenroom/contract/site/page-text.ts";
import { escapeHtml } from "../../escape.ts";

export type TemplateKind = "html" | "json" | "text";

/**
 * An `<li>` without a nested one. An `<li>` with a list placeholder is repeated for each text of the list.
 */
const listItem = /<li(?=[\s>])[^>]*>(?:(?!<\/?li[\s>])[\s\S])*?⟦[\w.]+⟧(?:(?!<\/?li[\s>])[\s\S])*?<\/li>/g;
const linkedData = /(<script type="application\/ld\+json">)([\s\S]*?)(<\/script>)/g;

/**
 * Fills a template: puts texts into its placeholders, and adds the data itself to an HTML page for the
 * browser.
 */
export function fillTemplate(template: string, kind: TemplateKind, pageData: PageData): string {
  const textByPath = flattenPageText(buildPageText(pageData));
  if (kind === "text") return fillPlaceholders(template, textByPath, (text) => text);
  if (kind === "json") return fillPlaceholders(template, textByPath, escapeForJson);
  const page = template
    .replace(
      linkedData,
      (_, open, data, close) => `${open}${fillPlaceholders(data, textByPath, escapeForJson)}${close}`,
    )
    .replace(listItem, (item) => repeatListItem(item, textByPath));
  const json = JSON.stringify(pageData).replaceAll("<", "\\u003c");
  return fillPlaceholders(page, textByPath, escapeHtml).replace(
    "</head>",
    () => `<script type="application/json" id="greenroom-page-data">${json}</script></head>`,
  );
}

type TextByPath = ReturnType<typeof flattenPageText>;

function fillPlaceholders(template: string, textByPath: TextByPath, quote: (text: string) => string): string {
  return template.replace(placeholderPattern, (placeholder, name) => {
    const text = textByPath.get(name);
    if (typeof text !== "string")
      throw new Error(`a page has the placeholder ${placeholder}, which no text fills`);
    return quote(text);
  });
}

function repeatListItem(item: string, textByPath: TextByPath): string {
  const list = [...item.matchAll(placeholderPattern)].find(([, name]) =>
    Array.isArray(textByPath.get(name ?? "")),
  );
  if (list === undefined) return item;
  const [placeholder, name] = list;
  const texts = textByPath.get(name ?? "") as string[];
  return texts.map((text) => item.replaceAll(placeholder, () => escapeHtml(text))).join("");
}

/** Escapes text for a place inside a JSON string. */
function escapeForJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll("<", "\\u003c");
}
