import bowser from "bowser";

// The client chooses the header, and we write the name into a mail, so only names from this list are used.
const browsers = new Set<string>(Object.values(bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(bowser.OS_MAP));

/** `Chrome on Windows`; null when the header names no browser that we know. */
export function nameBrowser(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = bowser.parse(userAgent.slice(0, 500));
  if (browser.name === undefined || !browsers.has(browser.name)) return null;
  return os.name !== undefined && systems.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}
