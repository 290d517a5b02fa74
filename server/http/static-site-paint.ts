import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A built page, put in such an order that the first paint waits for nothing but the page itself. `directory` is that of
 * the built site.
 */
export function paintFirst(html: string, directory: string): string {
  const styled = withStyles(html, directory);
  return isForReading(styled) ? withLateScripts(styled) : styled;
}

/** The shell and the sign-in are of no use before their scripts have run, and are kept from search engines. */
function isForReading(html: string): boolean {
  return html.includes('<link rel="canonical"');
}

/**
 * Puts the style sheets into the page: the first paint then waits for one journey instead of two. The links stay for
 * the browser's own page to find, disabled, so that nothing is fetched twice.
 */
function withStyles(html: string, directory: string): string {
  return html.replace(
    /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/?>/g,
    (link: string, href: string) => {
      const css = readFileSync(join(directory, href), "utf8").replaceAll("</", "<\\/");
      return `<style>${css}</style>${link.replace("<link ", '<link disabled="" ')}`;
    },
  );
}

/**
 * Puts the scripts to sleep: on a slow line they and the fonts would otherwise come between the page and its first
 * paint, for which they are not needed. The page's last script wakes them (web/domains/site/late-scripts.ts).
 */
function withLateScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
    .replaceAll('<script type="module"', '<script type="late-module"');
}
