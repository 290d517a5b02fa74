import type { BrowserContext, Page } from "@playwright/test";

/** Counts the bytes of every script that a page loads from now on. */
export async function countScriptBytes(context: BrowserContext, page: Page): Promise<() => number> {
  const client = await context.newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  // Preloaded modules count too.
  client.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || response.mimeType.endsWith("javascript")) scripts.add(requestId);
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  return () => bytes;
}
