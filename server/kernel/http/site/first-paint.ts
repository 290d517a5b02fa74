import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Reorders a built page so that its first paint needs no file but the page itself. `directory` is that of the
 * built site.
 */
export function optimizeFirstPaint(html: string, directory: string): string {
  const styled = inlineStyles(html, directory);
  return isContentPage(styled) ? deferScripts(styled) : styled;
}

/**
 * The app shell and the sign-in pages show nothing before their scripts run, and search engines do not index
 * them.
 */
function isContentPage(html: string): boolean {
  return html.includes('<link rel="canonical"');
}

/**
 * Inlines the style sheets, so that the first paint needs one round trip instead of two. The links stay,
 * disabled, so that the browser's own code finds them and does not load the styles again.
 */
function inlineStyles(html: string, directory: string): string {
  return html.replace(
    /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/?>/g,
    (link: string, href: string) => {
      const css = readFileSync(join(directory, href), "utf8").replaceAll("</", "<\\/");
      return `<style>${css}</style>${link.replace("<link ", '<link disabled="" ')}`;
    },
  );
}

/**
 * Defers the scripts, because on a slow connection they and the fonts would delay the first paint, which does
 * not need them. The page's last script loads and runs them later (web/app/startup-script.ts).
 */
function deferScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="late-modulepreload"')
    .replaceAll('<script type="module"', '<script type="late-module"');
}
