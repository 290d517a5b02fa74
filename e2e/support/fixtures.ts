import { test as base, expect, type Page } from "@playwright/test";
import { openRoomPages, type RoomPages, type RoomPeople, setUpRoom } from "./accounts-and-rooms.ts";
import { harness } from "./addresses.ts";

/** The content of a person's newest mail, once it has arrived. */
interface Mail {
  subject: string;
  text: string;
}

interface Fixtures {
  /** Hosts that the pages may call besides ours: those of the local providers. */
  elsewhere: string[];
  /** Opens a page for a new person (with separate storage), watched like `page`. */
  openPerson(): Promise<Page>;
  /** Waits for a code mailed to an address, other than the ones seen before. */
  codeFor(email: string): Promise<string>;
  grantInterviewer(email: string): Promise<void>;
  /** Moves the server's clock ahead; the pages' clocks follow. */
  advance(minutes: number, ...pages: Page[]): Promise<void>;
  /** Records that both people of each upcoming interview are in its room from its start to its end. */
  holdInterviews(): Promise<void>;
  /** Arjun interviews Meera, in a room that opened a few minutes ago. Other journeys test the steps before. */
  setUpRoom(): Promise<RoomPeople>;
  /** The same, with a page for each of the two, signed in and not yet in the room. */
  openRoomPages(): Promise<RoomPages>;
}

export async function callHarness<T>(path: string): Promise<T> {
  const response = await fetch(harness.url + path);
  if (!response.ok) throw new Error(`harness: ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Fails the test for problems that a person would not see: page errors, console errors, requests to other
 * hosts (except `elsewhere`), 5xx.
 */
function failOnPageProblems(page: Page, problems: string[], allowedHosts: string[]): void {
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    // Chromium logs every 4xx response as an error; the journeys themselves state which responses they
    // expect.
    if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && ![...allowedHosts, "localhost"].includes(hostname))
      problems.push(`request to ${request.url()}`);
  });
}

/** Replaces every text by two `font` elements, now and later, as Chrome does when it translates a page. */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = "script, style, noscript, title, option, textarea, svg, font, [contenteditable]";
    const translateText = (text: Node) => {
      if (!text.textContent?.trim() || text.parentElement?.closest(kept) !== null) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.textContent;
      outer.append(inner);
      text.parentNode?.replaceChild(outer, text);
    };
    const translateIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) translateText(text);
    };
    document.addEventListener("greenroom:interactive", () => {
      translateIn(document.body);
      const changes = { childList: true, characterData: true, subtree: true };
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records)
          for (const node of type === "childList" ? addedNodes : [target]) translateIn(node);
      }).observe(document.body, changes);
    });
  });
}

/** Set, every journey runs on pages that Chrome translates: `GREENROOM_TRANSLATED=1 node scripts/test.mjs --e2e`. */
const isTranslated = process.env.GREENROOM_TRANSLATED !== undefined;

export const test = base.extend<
  Fixtures & { problems: string[]; ownClock: undefined; closedPages: undefined }
>({
  // A page that stays open slows down the journeys that follow, whoever opened it.
  closedPages: [
    async ({ browser }, use) => {
      await use(undefined);
      for (const context of browser.contexts()) await context.close();
    },
    { auto: true },
  ],
  // Each journey starts at the real time, however far the previous one moved the clock; a retry starts with
  // an empty database.
  ownClock: [
    async ({ baseURL: _ }, use, { retry }) => {
      if (retry > 0) await callHarness("/new-world");
      await callHarness("/reset-clock");
      await use(undefined);
    },
    { auto: true },
  ],
  elsewhere: [[], { option: true }],
  problems: async ({ baseURL: _ }, use) => {
    const problems: string[] = [];
    await use(problems);
    expect(problems).toEqual([]);
  },
  page: async ({ page, problems, elsewhere }, use) => {
    failOnPageProblems(page, problems, elsewhere);
    if (isTranslated) await translate(page);
    await use(page);
  },
  openPerson: async ({ browser, problems, elsewhere }, use) => {
    await use(async () => {
      const page = await (await browser.newContext()).newPage();
      failOnPageProblems(page, problems, elsewhere);
      if (isTranslated) await translate(page);
      return page;
    });
  },
  codeFor: async ({ baseURL: _ }, use) => {
    const seen = new Set<string>();
    await use(async (email) => {
      for (let tries = 0; tries < 60; tries += 1) {
        const mails = await callHarness<Mail[]>(`/mail?to=${encodeURIComponent(email)}`);
        const newest = mails.at(-1);
        const code = /\b\d{6}\b/.exec(newest?.text ?? "")?.[0];
        const mark = `${email} ${mails.length}`;
        if (code !== undefined && !seen.has(mark)) {
          seen.add(mark);
          return code;
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      throw new Error(`no code was mailed to ${email}`);
    });
  },
  grantInterviewer: async ({ baseURL: _ }, use) => {
    await use(async (email) => {
      await callHarness(`/grant-interviewer?email=${encodeURIComponent(email)}`);
    });
  },
  advance: async ({ baseURL: _ }, use) => {
    await use(async (minutes, ...pages) => {
      const { now } = await callHarness<{ now: string }>(`/advance?minutes=${minutes}`);
      for (const page of pages) await page.clock.setSystemTime(now);
    });
  },
  holdInterviews: async ({ baseURL: _ }, use) => {
    await use(async () => {
      await callHarness("/hold-interviews");
    });
  },
  setUpRoom: async ({ codeFor, grantInterviewer, advance }, use) => {
    await use(() => setUpRoom({ codeFor, grantInterviewer, advance }));
  },
  openRoomPages: async ({ setUpRoom: setUp, openPerson }, use) => {
    await use(async () => await openRoomPages(await setUp(), openPerson));
  },
});

export { expect };
