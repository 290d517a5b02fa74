import type { Site } from "@greenroom/contract/site/site.ts";
import { useSyncExternalStore } from "react";
import { call } from "../api/client.ts";
import { injectedPageData, pageData, pageText } from "./page-data.ts";

/** The settings for prerendered pages: texts are placeholders, and everything else has its default. */
const siteAtBuild: Site = {
  ...pageData.site,
  name: pageText.name,
  tagline: pageText.tagline,
  supportEmail: pageText.supportEmail,
  socialLinks: { linkedin: pageText.linkedin, instagram: pageText.instagram, youtube: pageText.youtube },
  trust: { ...pageData.site.trust, ledBy: pageText.ledBy, insights: pageText.insights },
  showAdvisoryBanner: true,
  notice: "",
  moreQuestions: [],
  hasMailbox: false,
};

let site = pageData.site;
let hasRequested = false;

/** Only the development server leaves the settings out of the page, so only there we fetch them. */
function subscribe(onChange: () => void): () => void {
  if (injectedPageData === null && !hasRequested) {
    hasRequested = true;
    import("@greenroom/contract/site/site.ts")
      .then(({ getSite }) => call(getSite))
      .then(
        (fetched) => {
          site = fetched;
          onChange();
        },
        (error: unknown) => console.error("The settings of the site could not be fetched", error),
      );
  }
  return () => undefined;
}

/** The settings of this site. */
export function useSite(): Site {
  return useSyncExternalStore(
    subscribe,
    () => site,
    () => siteAtBuild,
  );
}
