import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";
import { readingPages } from "./paths.ts";

/**
 * Renders one page at build time. The framework's own version streams as a server would: it puts late content at
 * the end of the page and moves it into place with scripts, which costs every visitor a second layout.
 */
export default async function renderPage(
  { url }: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={url} />);
  const html = await new Response(prelude).text();
  headers.set("Content-Type", "text/html");
  const path = new URL(url).pathname.replace(/(.)\/$/, "$1");
  // The shell of all other screens is rendered at the address of the landing page. It has nothing to read.
  const isForReading = !context.isSpaMode && readingPages.includes(path);
  return new Response(isForReading ? delayScripts(html) : html, { status, headers });
}

/**
 * On a slow connection the scripts would delay the first paint, which does not need them: page-script.ts fetches and
 * runs them later. If the framework's markup changes, they run as usual.
 */
function delayScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace(/<script type="module"[^>]*>[^<]*<\/script>/, "<template data-start>$&</template>");
}
