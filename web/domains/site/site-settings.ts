import type { Site } from "@greenroom/contract/site.ts";
import { useSyncExternalStore } from "react";
import { call } from "../../api/client.ts";
import { lightEndpoints } from "../../api/light-endpoint.ts";
import { facts, injectedFacts, words } from "./page-facts.ts";

/** The settings as a page is prerendered with them: texts are gaps, and what is no text is as it is by default. */
const siteAtBuild: Site = {
  ...facts.site,
  name: words.name,
  tagline: words.tagline,
  supportEmail: words.supportEmail,
  socialLinks: { linkedin: words.linkedin, instagram: words.instagram, youtube: words.youtube },
  trust: { ...facts.site.trust, ledBy: words.ledBy, insights: words.insights },
  showAdvisoryBanner: true,
  isDevelopment: false,
};

let site = facts.site;
let asked = false;

/** Only the development server leaves the settings out of the page; then they are fetched. */
function subscribe(changed: () => void): () => void {
  if (injectedFacts === null && !asked) {
    asked = true;
    call(lightEndpoints.getSite).then(
      (fetched) => {
        site = fetched;
        changed();
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
