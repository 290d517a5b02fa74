import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { startModelServer } from "../../server/testing/providers/model/model-server.ts";
import type { SeededRoom } from "../rooms/room-seed.ts";
import { withRoom } from "../rooms/with-room.ts";
import { countScriptBytes } from "./count-script-bytes.ts";
import { median } from "./median.ts";

/* A practice round of the built product in a real browser: the time from pressing Start to the first question
   on a page that has loaded, the JavaScript until then with an empty cache, and the time until the first
   words of a local model's follow-up. `npm run bench:practice`. Fails when a limit is
   missed. */

const port = Number(process.env.PORT ?? 3930);
const runs = 5;
const limits = { questionMilliseconds: 1_500, scriptBytes: 250_000, wordsMilliseconds: 2_000 };
/** A phone on a slow mobile network, as Lighthouse throttles it: latency of a request, and bytes a second. */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const slowProcessor = 4;
/** The pause between two pieces of the model's text, about as long as that of a large model. */
const pieceMilliseconds = 20;

type Person = SeededRoom["people"][number];

async function openPage(browser: Browser, { id, token }: Person): Promise<[Page, BrowserContext]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const user = { _id: id, role: "interviewee", email: "interviewee@bench.example" };
  await context.addInitScript(
    ([storedToken, storedUser]) => {
      localStorage.setItem("greenroom.token", storedToken as string);
      localStorage.setItem("greenroom.user", storedUser as string);
    },
    [token, JSON.stringify(user)],
  );
  return [await context.newPage(), context];
}

const address = `http://localhost:${port}/practice?question=boosting-versus-forest`;

async function openHub(page: Page): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Start" }).waitFor();
  await page.waitForLoadState("networkidle");
}

/** Presses Start, and returns the milliseconds until the question is drawn, by the page's own clock. */
async function timeStart(page: Page): Promise<number> {
  await page.evaluate(() => {
    const marks = window as unknown as { pressedAt: number; shownAt: number };
    document.addEventListener("click", ({ timeStamp }) => Object.assign(marks, { pressedAt: timeStamp }), {
      capture: true,
      once: true,
    });
    new MutationObserver((_, observer) => {
      if (document.getElementById("question-title") === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(marks, { shownAt: performance.now() })));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Start" }).click();
  return await page.evaluate(async () => {
    const marks = window as unknown as { pressedAt: number; shownAt?: number };
    while (marks.shownAt === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
    return marks.shownAt - marks.pressedAt;
  });
}

async function measureStart(
  browser: Browser,
  person: Person,
  { isSlow }: { isSlow: boolean },
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [page, context] = await openPage(browser, person);
    // The page has loaded all its files.
    await openHub(page);
    if (isSlow) {
      const client = await context.newCDPSession(page);
      await client.send("Network.enable");
      await client.send("Network.emulateNetworkConditions", slow4G);
      await client.send("Emulation.setCPUThrottlingRate", { rate: slowProcessor });
    }
    times.push(await timeStart(page));
    await context.close();
  }
  return median(times);
}

async function measureScripts(browser: Browser, person: Person): Promise<{ hub: number; round: number }> {
  const [page, context] = await openPage(browser, person);
  const countedBytes = await countScriptBytes(context, page);
  await openHub(page);
  const hub = countedBytes();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByLabel("Explain your approach").waitFor();
  await page.waitForLoadState("networkidle");
  const round = countedBytes();
  await context.close();
  return { hub, round };
}

/** From sending an explanation to the first words of a model's follow-up. */
async function measureFirstWords(browser: Browser, person: Person): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [page, context] = await openPage(browser, person);
    await openHub(page);
    await page.getByRole("button", { name: "Start" }).click();
    await page
      .getByLabel("Explain your approach")
      .fill(
        "Boosting fits each tree to the errors of those before, and a forest averages independent trees.",
      );
    const startedAt = performance.now();
    await page.getByRole("button", { name: "Send explanation" }).click();
    await page.getByText("You mentioned").first().waitFor();
    times.push(performance.now() - startedAt);
    await context.close();
  }
  return median(times);
}

async function measure(
  person: Person,
): Promise<{ name: string; value: number; limit: number; unit: string }[]> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  try {
    const scripts = await measureScripts(browser, person);
    const [inTime, inBytes] = [
      { limit: limits.questionMilliseconds, unit: "ms" },
      { limit: limits.scriptBytes, unit: "bytes" },
    ];
    return [
      { name: "JavaScript of /practice", value: scripts.hub, ...inBytes },
      { name: "JavaScript with the first question", value: scripts.round, ...inBytes },
      { name: "Start to question", value: await measureStart(browser, person, { isSlow: false }), ...inTime },
      {
        name: `Start to question, slow 4G, ${slowProcessor} times slower`,
        value: await measureStart(browser, person, { isSlow: true }),
        ...inTime,
      },
      {
        name: "First words of a model's follow-up",
        value: await measureFirstWords(browser, person),
        limit: limits.wordsMilliseconds,
        unit: "ms",
      },
    ];
  } finally {
    await browser.close();
  }
}

const model = await startModelServer();
model.pieceMilliseconds = pieceMilliseconds;
try {
  await withRoom({ port, settings: model.settings("openai") }, async (room) => {
    const figures = await measure(room.people[1]);
    for (const { name, value, limit, unit } of figures) {
      const outcome = value <= limit ? "met" : "MISSED";
      const shown = Math.round(value).toLocaleString("en");
      process.stdout.write(
        `${name.padEnd(48)} ${shown.padStart(9)} ${unit.padEnd(5)} of ${limit.toLocaleString("en").padStart(7)}  ${outcome}\n`,
      );
    }
    process.exitCode = figures.every(({ value, limit }) => value <= limit) ? 0 : 1;
  });
} finally {
  await model.close();
}
