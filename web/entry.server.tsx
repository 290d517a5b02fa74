import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";

/**
 * Writes one page, at build. The framework's own version streams, as a server would: what it was still waiting for
 * stands at the end of the page and is moved into its place by scripts, which costs every visitor a second layout.
 */
export default async function writePage(
  { url }: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={url} />);
  headers.set("Content-Type", "text/html");
  return new Response(prelude, { status, headers });
}
