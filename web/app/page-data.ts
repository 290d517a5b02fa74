import {
  buildPageText,
  createPlaceholderText,
  type PageData,
  type PageText,
} from "@greenroom/contract/site/page-text.ts";
import { examplePageData } from "./example-page-data.ts";

/** The id of the element into which the server writes the page data. */
const injectedId = "greenroom-page-data";

function readInjectedPageData(): PageData | null {
  const text = import.meta.env.SSR ? null : document.getElementById(injectedId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}

/** The page data from the server; null at build and with the development server. */
export const injectedPageData = readInjectedPageData();

/** The data that the page is drawn with: the server's, else the example, which no built page uses. */
export const pageData: PageData =
  import.meta.env.SSR || import.meta.env.DEV
    ? (injectedPageData ?? examplePageData)
    : (injectedPageData as PageData);

/**
 * The page data as texts. At build, each is a placeholder that the server fills
 * (server/kernel/http/prerendered-pages.ts), so that a page is complete before any script has run, and the
 * browser's first render matches. The development server fills none, so there both sides begin with the
 * example.
 */
export const pageText: PageText =
  import.meta.env.SSR && !import.meta.env.DEV
    ? createPlaceholderText(buildPageText(examplePageData))
    : buildPageText(pageData);
