import { siteUrl } from "../support/addresses.ts";
import { expect, test } from "../support/fixtures.ts";

/**
 * Tries every way out of the sandbox, with all of the browser's JavaScript available. Runs as its program.
 */
const attackProgram = (origin: string) => `
const results = {};
const tried = async (name, door) => {
  const wait = new Promise((resolve) => setTimeout(resolve, 30_000, "no answer"));
  results[name] = await Promise.race([Promise.resolve().then(door).then(String), wait]).catch((error) => "refused: " + error.name);
};
const asked = (target) => new Promise((resolve, reject) => {
  target.onopen = target.onload = target.onmessage = ({ data }) => resolve("open " + data);
  target.onerror = () => reject(new TypeError());
});
addEventListener("message", async ({ ports: [port] }) => {
  results.origin = self.origin;
  await tried("fetch", async () => "open " + (await fetch("${origin}/api/site")).status);
  await tried("fetch no-cors", async () => "open " + (await fetch("${origin}/api/site", { mode: "no-cors" })).type);
  await tried("fetch of an asset", async () => "open " + (await fetch("${origin}/favicon.svg", { mode: "no-cors" })).type);
  await tried("fetch elsewhere", async () => "open " + (await fetch("http://localhost:9/", { mode: "no-cors" })).type);
  await tried("XMLHttpRequest", () => { const call = new XMLHttpRequest(); const done = asked(call); call.open("GET", "${origin}/api/site"); call.send(); return done; });
  await tried("WebSocket", () => asked(new WebSocket("${origin.replace("http", "ws")}/api/rooms/x/socket")));
  await tried("EventSource", () => asked(new EventSource("${origin}/api/site")));
  await tried("import", async () => "open " + (await import("${origin}/sandbox/checkout.js")));
  await tried("importScripts", () => "open " + importScripts("${origin}/sandbox/checkout.js"));
  await tried("worker of ours", () => asked(new Worker("${origin}/sandbox/checkout.js")));
  await tried("worker inside", () => {
    const text = 'fetch("${origin}/api/site", { mode: "no-cors" }).then(() => postMessage("got it"), () => postMessage("refused"))';
    return asked(new Worker(URL.createObjectURL(new Blob([text])))).then((said) => said === "open got it" ? said : "refused");
  });
  await tried("eval", () => "open " + eval("1 + 1"));
  await tried("indexedDB", () => new Promise((resolve, reject) => {
    const request = indexedDB.open("greenroom");
    request.onsuccess = () => resolve("open");
    request.onerror = () => reject(request.error);
  }));
  await tried("caches", async () => "open " + (await caches.open("greenroom")));
  await tried("files", async () => "open " + (await navigator.storage.getDirectory()));
  await tried("localStorage", () => "open " + localStorage.getItem("greenroom.token"));
  await tried("BroadcastChannel", () => new BroadcastChannel("greenroom").postMessage("hello"));
  port.postMessage(results);
}, { once: true });
`;

test("a program in the sandbox with all of JavaScript reaches no network, storage or token", async ({
  browser,
}) => {
  test.slow();
  // Not watched for errors, because each refusal logs one in the console.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto("/privacy");
  await page.evaluate(() => localStorage.setItem("greenroom.token", "a secret"));
  const { results, heard, isClosed } = await page.evaluate(async (program) => {
    const heardWords: unknown[] = [];
    new BroadcastChannel("greenroom").onmessage = ({ data }) => heardWords.push(data);
    const frame = document.createElement("iframe");
    frame.src = "/code-sandbox";
    // The policy alone must hold, so this frame lacks the attribute that the page sets.
    document.body.append(frame);
    await new Promise((resolve) => frame.addEventListener("load", resolve));
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<Record<string, string>>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    frame.contentWindow?.postMessage({ program, files: [] }, "*", [port2]);
    return { results: await answer, heard: heardWords, isClosed: frame.contentDocument === null };
  }, attackProgram(siteUrl));
  const { origin, BroadcastChannel: said, ...doors } = results;
  expect(origin).toBe("null");
  expect(isClosed).toBe(true);
  expect(said).toBe("undefined");
  expect(heard).toEqual([]);
  expect(Object.entries(doors).filter(([, result]) => !result.startsWith("refused"))).toEqual([]);
  await context.close();
});
