import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";

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
  headers.set("Content-Type", "text/html");
  return new Response(prelude, { status, headers });
}
