import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MentorView } from "@greenroom/contract/site/mentor-views.ts";
import {
  buildPageText,
  flattenPageText,
  type PageData,
  placeholderPattern,
  viewPlaceholder,
} from "@greenroom/contract/site/page-text.ts";
import type { Logger } from "pino";
import { escapeHtml } from "../kernel/escape.ts";
import { createContentSecurityPolicy } from "../kernel/http/security-policy.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A prerendered file with placeholders, as it was built: styles are inlined after the placeholders are filled. */
interface Template {
  /** UTF-8, because a string with a placeholder would take two bytes for each character. */
  content: Buffer;
  kind: TemplateKind;
  type: string;
  /**
   * The content-security policy of an HTML page, with the hashes of its inline scripts; null for other files.
   */
  policy: string | null;
}

/** A template filled with the current data, in every encoding that we send. */
export interface RenderedPage extends Pick<Template, "type" | "policy"> {
  etag: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer | null;
}

/** How long a page may show outdated data, in milliseconds. */
const maxAgeMilliseconds = 1000;

export const shellPath = "__shell";
/** Files with placeholders that are not pages; each contains the site's address or name. */
const otherTemplates: Record<string, Pick<Template, "kind" | "type">> = {
  "robots.txt": { kind: "text", type: "text/plain; charset=utf-8" },
  "sitemap.xml": { kind: "html", type: "application/xml; charset=utf-8" },
  "manifest.webmanifest": { kind: "json", type: "application/manifest+json; charset=utf-8" },
};

export interface SitePages {
  paths(): string[];
  /** Returns the page at a path of `paths()`. Throws if the data cannot be read and was never read before. */
  get(path: string): Promise<RenderedPage>;
  /** The template at a path of `paths()`, filled with a view and the content that was rendered from it. */
  fill(path: string, view: MentorView, content: string): Promise<RenderedPage>;
}

interface SitePagesOptions {
  directory: string;
  /** The folder from which pages load packages for Python; null without one. */
  packagesUrl: string | null;
  readPageData(): Promise<PageData>;
  log: Logger;
}

/**
 * Serves the prerendered pages with current data. It reads the data at most once a second, and fills and
 * compresses a page again only when the data has changed.
 */
export function openSitePages({ directory, packagesUrl, readPageData, log }: SitePagesOptions): SitePages {
  const inlineStyles = openStyles(directory);
  const templates = readTemplates(directory, packagesUrl, inlineStyles);
  const renderedPages = new Map<string, Promise<RenderedPage>>();
  let pageData: PageData | null = null;
  let pageDataJson = "";
  let lastRefresh: { at: number; done: Promise<void> } | null = null;

  async function refresh(): Promise<void> {
    try {
      pageData = await readPageData();
    } catch (error) {
      // The database is unavailable: a page with older data is better than none.
      if (pageData === null) throw error;
      log.warn({ err: error }, "pages are served with older data");
    }
    const text = JSON.stringify(pageData);
    if (text !== pageDataJson) renderedPages.clear();
    pageDataJson = text;
  }

  /** The data, at most a second old. */
  async function currentData(): Promise<PageData> {
    if (lastRefresh === null || performance.now() - lastRefresh.at > maxAgeMilliseconds) {
      lastRefresh = { at: performance.now(), done: refresh() };
      // The next visitor tries again instead of getting this failure.
      lastRefresh.done.catch(() => {
        lastRefresh = null;
      });
    }
    await lastRefresh.done;
    if (pageData === null) throw new Error("the data of the pages was not read");
    return pageData;
  }

  function templateAt(path: string): Template {
    const template = templates.get(path);
    if (template === undefined) throw new Error(`there is no page at ${path}`);
    return template;
  }

  return {
    paths: () => [...templates.keys()],
    async get(path) {
      const data = await currentData();
      const page = renderedPages.get(path) ?? renderPage(templateAt(path), data, inlineStyles);
      renderedPages.set(path, page);
      return await page;
    },
    fill: async (path, view, content) =>
      await renderPage(templateAt(path), { ...(await currentData()), view }, inlineStyles, content),
  };
}

async function renderPage(
  { content, kind, type, policy }: Template,
  pageData: PageData,
  inlineStyles: (html: string) => string,
  viewContent?: string,
): Promise<RenderedPage> {
  const filled = fillTemplate(content.toString(), kind, pageData, viewContent);
  const identity = Buffer.from(kind === "html" ? inlineStyles(filled) : filled);
  const isKept = viewContent === undefined;
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 9 : 4 } }),
    // Every browser of today takes the other one, and a page of one address is sent a few times only.
    isKept ? gzipped(identity) : null,
  ]);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { type, policy, etag, identity, br, gzip: gz };
}

function readTemplates(
  directory: string,
  packagesUrl: string | null,
  inlineStyles: (html: string) => string,
): Map<string, Template> {
  const templates = new Map<string, Template>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(directory, file).replaceAll("\\", "/");
    const other = otherTemplates[name];
    if (other !== undefined) {
      templates.set(`/${name}`, { ...other, content: readFileSync(file), policy: null });
    } else if (name.endsWith(".html")) {
      const text = readFileSync(file, "utf8");
      const type = "text/html; charset=utf-8";
      const policy = createContentSecurityPolicy(inlineStyles(text), packagesUrl);
      templates.set(pathOf(name), { content: Buffer.from(text), kind: "html", type, policy });
    }
  }
  return templates;
}

/** `about/index.html` is served at `/about`. */
function pathOf(name: string): string {
  if (name === "__spa-fallback.html") return shellPath;
  return `/${name.replace(/(^|\/)index\.html$/, "")}`.replace(/(.)\/$/, "$1");
}

type TemplateKind = "html" | "json" | "text";

/**
 * An `<li>` without a nested one. An `<li>` with a list placeholder is repeated for each text of the list.
 */
const listItem = /<li(?=[\s>])[^>]*>(?:(?!<\/?li[\s>])[\s\S])*?⟦[\w.]+⟧(?:(?!<\/?li[\s>])[\s\S])*?<\/li>/g;
const linkedData = /(<script type="application\/ld\+json">)([\s\S]*?)(<\/script>)/g;

/**
 * Fills a template: puts texts into its placeholders, and adds the data itself to an HTML page for the
 * browser. The content of a view is HTML already.
 */
export function fillTemplate(
  template: string,
  kind: TemplateKind,
  pageData: PageData,
  viewContent = "",
): string {
  const textByPath: TextByPath = flattenPageText(buildPageText(pageData));
  const { view } = pageData;
  for (const part of ["title", "description", "path"] as const)
    if (view !== undefined) textByPath.set(`view.${part}`, view[part]);
  if (kind === "text") return fillPlaceholders(template, textByPath, (text) => text);
  if (kind === "json") return fillPlaceholders(template, textByPath, escapeForJson);
  // What people wrote may look like a placeholder: here it is escaped, and the content comes last.
  const graph = toInlineJson(view?.graph ?? []).replaceAll("⟦", "\\u27e6");
  const page = template
    .replace(linkedData, (_, open: string, data: string, close: string) => {
      const [before = "", ...after] = data
        .split(`"${viewPlaceholder("graph")}"`)
        .map((part) => fillPlaceholders(part, textByPath, escapeForJson));
      return `${open}${[before, ...after].join(graph)}${close}`;
    })
    .replace(listItem, (item) => repeatListItem(item, textByPath));
  const filled = page
    .split(viewPlaceholder("content"))
    .map((part) => fillPlaceholders(part, textByPath, escapeHtml))
    .join(viewContent);
  return filled.replace(
    "</head>",
    () =>
      `<script type="application/json" id="greenroom-page-data">${toInlineJson(pageData)}</script></head>`,
  );
}

/** JSON for a `<script>` element. */
function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
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

/**
 * Inlines the style sheets, so that the first paint needs one round trip instead of two. The links stay,
 * disabled, so that the browser's own code finds them and does not load the styles again.
 */
function openStyles(directory: string): (html: string) => string {
  const styles = new Map<string, string>();
  return (html) =>
    html.replace(
      /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/?>/g,
      (link: string, href: string) => {
        const css = styles.get(href) ?? readFileSync(join(directory, href), "utf8").replaceAll("</", "<\\/");
        styles.set(href, css);
        return `<style>${css}</style>${link.replace("<link ", '<link disabled="" ')}`;
      },
    );
}
