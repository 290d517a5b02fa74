import { gapsLike, type PageFacts, type PageWords, pageWords } from "@greenroom/contract/page-words.ts";
import { exampleFacts } from "./example-facts.ts";

/** Where the server writes the facts into the page on its way out. */
const injectedId = "greenroom-facts";

function readInjected(): PageFacts | null {
  const text = import.meta.env.SSR ? null : document.getElementById(injectedId)?.textContent;
  return text ? (JSON.parse(text) as PageFacts) : null;
}

/** What the server wrote into this page; null at build and under the development server. */
export const injectedFacts = readInjected();

/** What the page is drawn with: what was written in, else the example, which no built page needs. */
export const facts: PageFacts =
  import.meta.env.SSR || import.meta.env.DEV ? (injectedFacts ?? exampleFacts) : (injectedFacts as PageFacts);

/**
 * The facts in words. At build each is a gap which the server fills on the way out (server/http/static-site-fill.ts),
 * so that a page is right before any script has run, and the browser's first drawing is the same. The development
 * server fills none: there both sides begin with the example.
 */
export const words: PageWords =
  import.meta.env.SSR && !import.meta.env.DEV ? gapsLike(pageWords(exampleFacts)) : pageWords(facts);
