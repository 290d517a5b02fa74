const dismissedKey = "greenroom.advisory-dismissed";

/**
 * Runs before the first paint, so that a banner which was closed in this browser never flashes. If storage is
 * blocked, the banner returns with the next visit.
 */
export const advisoryScript = `try{if(localStorage.getItem("${dismissedKey}")==="yes")document.documentElement.dataset.advisory="off"}catch{}`;

/** Closes the banner now and in this browser. */
export function dismissAdvisory(): void {
  document.documentElement.dataset.advisory = "off";
  try {
    window.localStorage.setItem(dismissedKey, "yes");
  } catch (error) {
    console.warn("The banner is closed until the next visit only: storage is blocked for this page", error);
  }
}
