import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PageFacts } from "@greenroom/contract/page-words.ts";
import type { Logger } from "pino";
import { fillTemplate, type TemplateKind } from "./static-site-fill.ts";
import { paintFirst } from "./static-site-paint.ts";
import { policyOf } from "./static-site-policy.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A prerendered file with gaps, as it was built. */
interface Template {
  text: string;
  kind: TemplateKind;
  type: string;
  /** Content-security policy of an HTML page with the hashes of its own inline scripts; null for other files. */
  policy: string | null;
}

/** A template as it stands at the moment, in every encoding in which it is sent. */
export interface Page extends Pick<Template, "type" | "policy"> {
  etag: string;
  identity: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** For so long a page may say what was true before, in milliseconds. */
const freshFor = 1000;

export const shellPath = "__shell";
/** Files with gaps that are not pages; each speaks of the site's address or name. */
const otherTemplates: Record<string, Pick<Template, "kind" | "type">> = {
  "robots.txt": { kind: "text", type: "text/plain; charset=utf-8" },
  "sitemap.xml": { kind: "html", type: "application/xml; charset=utf-8" },
  "manifest.webmanifest": { kind: "json", type: "application/manifest+json; charset=utf-8" },
};

export interface SitePages {
  paths(): string[];
  /** The page at a path of `paths()`. Throws when the facts were never known and cannot be had now. */
  get(path: string): Promise<Page>;
}

interface SitePagesOptions {
  directory: string;
  readFacts(): Promise<PageFacts>;
  log: Logger;
}

/**
 * The prerendered pages with what is true now: the facts are asked for at most once a second, and a page is made
 * anew, and compressed, only when they have changed.
 */
export function openSitePages({ directory, readFacts, log }: SitePagesOptions): SitePages {
  const templates = readTemplates(directory);
  const made = new Map<string, Promise<Page>>();
  let facts: PageFacts | null = null;
  let factsText = "";
  let asked: { at: number; done: Promise<void> } | null = null;

  async function ask(): Promise<void> {
    try {
      facts = await readFacts();
    } catch (error) {
      // The database is away: what was true a moment ago is better than no page.
      if (facts === null) throw error;
      log.warn({ err: error }, "pages are served with the facts of before");
    }
    const text = JSON.stringify(facts);
    if (text !== factsText) made.clear();
    factsText = text;
  }

  return {
    paths: () => [...templates.keys()],
    async get(path) {
      if (asked === null || performance.now() - asked.at > freshFor) {
        asked = { at: performance.now(), done: ask() };
        // The next visitor asks again, instead of being told of this failure.
        asked.done.catch(() => {
          asked = null;
        });
      }
      await asked.done;
      const template = templates.get(path);
      if (template === undefined || facts === null) throw new Error(`there is no page at ${path}`);
      const page = made.get(path) ?? makePage(template, facts);
      made.set(path, page);
      return await page;
    },
  };
}

async function makePage({ text, kind, type, policy }: Template, facts: PageFacts): Promise<Page> {
  const identity = Buffer.from(fillTemplate(text, kind, facts));
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzipped(identity),
  ]);
  const etag = `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`;
  return { type, policy, etag, identity, br, gzip: gz };
}

function readTemplates(directory: string): Map<string, Template> {
  const templates = new Map<string, Template>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(directory, file).replaceAll("\\", "/");
    const other = otherTemplates[name];
    if (other !== undefined) {
      templates.set(`/${name}`, { ...other, text: readFileSync(file, "utf8"), policy: null });
    } else if (name.endsWith(".html")) {
      const text = paintFirst(readFileSync(file, "utf8"), directory);
      const type = "text/html; charset=utf-8";
      templates.set(pathOf(name), { text, kind: "html", type, policy: policyOf(text) });
    }
  }
  return templates;
}

/** `about/index.html` is served at `/about`. */
function pathOf(name: string): string {
  if (name === "__spa-fallback.html") return shellPath;
  return `/${name.replace(/(^|\/)index\.html$/, "")}`.replace(/(.)\/$/, "$1");
}
