import type { Page, WebSocketRoute } from "@playwright/test";
import config from "../playwright.config.ts";
import { harness } from "./addresses.ts";
import { enterAs } from "./by-api.ts";
import { expect, test } from "./fixtures.ts";
import { stageRoom } from "./room-people.ts";

const browserArguments = config.use?.launchOptions?.args ?? [];
test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    // Devices of the browser's own, and a screen that needs no choosing. Loopback: the only network there may be here.
    args: [
      ...browserArguments,
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--auto-select-desktop-capture-source=Entire screen",
      "--allow-loopback-in-peer-connection",
    ],
  },
});

type WithCalls = typeof globalThis & { calls: RTCPeerConnection[] };

/** Runs in the page, before anything else does: its calls use the relay and nothing else, and can be looked into. */
function goByRelay(): void {
  const calls: RTCPeerConnection[] = [];
  const Real = RTCPeerConnection;
  Object.assign(window, {
    calls,
    RTCPeerConnection: class extends Real {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: "relay" });
        calls.push(this);
      }
    },
  });
}

/** Pictures that came in over the newest call of a page. */
const countFrames = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const call = (window as unknown as WithCalls).calls.at(-1);
    const reports = call ? [...(await call.getStats()).values()] : [];
    return reports.reduce((sum, { framesDecoded = 0 }) => sum + framesDecoded, 0);
  });

/** Waits until pictures come in that were not there before, over the same call or a new one. */
async function expectNewFrames(page: Page): Promise<void> {
  const before = await countFrames(page);
  await expect.poll(async () => ![0, before].includes(await countFrames(page))).toBe(true);
}

async function turnMedia(
  cut: boolean,
): Promise<{ allocated: number; refused: number; relayedBytes: number }> {
  return await (await fetch(`${harness.url}/media?cut=${cut}`)).json();
}

/** Waits until a picture moves: frames have a size, and time goes on. */
async function expectFrames(page: Page, label: RegExp): Promise<void> {
  const video = page.getByLabel(label);
  await expect(video).toBeVisible();
  const read = () =>
    video.evaluate((element: HTMLVideoElement) => ({ width: element.videoWidth, at: element.currentTime }));
  await expect.poll(async () => (await read()).width).toBeGreaterThan(0);
  const { at } = await read();
  await expect.poll(async () => (await read()).at).toBeGreaterThan(at);
}

test("two people meet in the room: devices, pictures, chat, notes, a shared screen, and a cut line", async ({
  openPerson,
  codeFor,
  grantInterviewer,
  advance,
}) => {
  // The longest of all journeys, with up to three pages that send pictures: a busy machine is given more time for it.
  test.setTimeout(220_000);
  const { id, host, guest } = await stageRoom({ codeFor, grantInterviewer, advance });
  const [hostPage, guestPage] = [await openPerson(), await openPerson()];
  await enterAs(hostPage, host, "interviewer");
  await enterAs(guestPage, guest);
  // As behind strict networks: all goes by the relay, which the test can cut (a browser's offline switch leaves a call running).
  for (const page of [hostPage, guestPage]) await page.addInitScript(goByRelay);
  const lines: WebSocketRoute[] = [];
  let isLineCut = false;
  await guestPage.routeWebSocket(/\/socket\?/, (line) => {
    if (isLineCut) return void line.close({ code: 3001 });
    line.connectToServer();
    lines.push(line);
  });

  await test.step("each checks their devices and joins", async () => {
    for (const page of [hostPage, guestPage]) {
      await page.goto(`/room/${id}`);
      await expectFrames(page, /Your own picture/);
      await expect(page.getByText("You are early", { exact: false })).toBeVisible();
    }
    await guestPage.getByRole("button", { name: "Join", exact: true }).click();
    await expect(hostPage.getByText("Meera Rao is in the room")).toBeVisible();
    await hostPage.getByRole("button", { name: "Join", exact: true }).click();
  });

  await test.step("they see each other", async () => {
    const joinedAt = Date.now();
    await Promise.all([
      expectFrames(hostPage, /Meera Rao’s picture/),
      expectFrames(guestPage, /Arjun Rao’s picture/),
    ]);
    console.warn(`pictures on both sides after ${Date.now() - joinedAt} ms`);
    // Which of the three is the machine's business.
    await expect(hostPage.getByText(/^Connection (good|unsteady|weak)$/)).toBeVisible();
    // The relay takes none but the product's own credentials, made as coturn wants them.
    const { relayedBytes, refused } = await turnMedia(false);
    expect({ isUsed: relayedBytes > 0, refused }).toEqual({ isUsed: true, refused: 0 });
  });

  await test.step("they write to each other", async () => {
    await guestPage.getByRole("tab", { name: "Chat" }).click();
    await guestPage.getByLabel("Message").fill("Here is the paper: https://papers.example/attention.pdf.");
    await guestPage.getByRole("button", { name: "Send" }).click();
    await hostPage.getByRole("tab", { name: "Chat · 1 new" }).click();
    await expect(hostPage.getByRole("log")).toContainText("Here is the paper");
    const paper = hostPage.getByRole("link", {
      name: "https://papers.example/attention.pdf (opens a new tab)",
    });
    await expect(paper).toHaveAttribute("href", "https://papers.example/attention.pdf");
    await expect(paper).toHaveAttribute("rel", "noopener noreferrer");
  });

  await test.step("the interviewer notes something that only they have", async () => {
    await hostPage.getByRole("tab", { name: "Notes" }).click();
    await hostPage.getByLabel("Private notes").fill("Explains before coding.");
    await expect(hostPage.getByText("Saved. Only you see these notes.")).toBeVisible();
    await expect(guestPage.getByRole("tab", { name: "Notes" })).toHaveCount(0);
  });

  await test.step("mute and camera off are seen on the other side", async () => {
    await guestPage.getByRole("button", { name: "Mute microphone" }).click();
    await guestPage.getByRole("button", { name: "Turn camera off" }).click();
    await expect(hostPage.getByRole("img", { name: "Microphone off" })).toBeVisible();
    await expect(hostPage.getByLabel(/Meera Rao’s picture/)).toHaveCount(0);
    await guestPage.getByRole("button", { name: "Turn camera on" }).click();
    await expectFrames(hostPage, /Meera Rao’s picture/);
  });

  await test.step("a screen is shared, and taken back", async () => {
    await hostPage.getByRole("button", { name: "Share the screen" }).click();
    await expectFrames(guestPage, /Arjun Rao’s screen/);
    await hostPage.getByRole("button", { name: "Stop sharing the screen" }).click();
    await expect(guestPage.getByLabel(/Arjun Rao’s screen/)).toHaveCount(0);
  });

  await test.step("the line and the way of the pictures are cut, which both are told; all of it comes back", async () => {
    const lost = guestPage.getByText("The connection was lost. Reconnecting…", { exact: false });
    const told = hostPage.getByText("Picture and sound are cut. Reconnecting…", { exact: false });
    const cutAt = Date.now();
    isLineCut = true;
    await Promise.all([lines.at(-1)?.close({ code: 3001 }), turnMedia(true)]);
    await Promise.all([expect(lost).toBeVisible(), expect(told).toBeVisible()]);
    console.warn(`both were told of the cut after ${Date.now() - cutAt} ms`);
    await guestPage.getByLabel("Message").fill("Back again");
    await guestPage.getByRole("button", { name: "Send" }).click();
    await expect(guestPage.getByText("sending…", { exact: false })).toBeVisible();

    const backAt = Date.now();
    isLineCut = false;
    await turnMedia(false);
    await hostPage.getByRole("tab", { name: /Chat/ }).click();
    await expect(hostPage.getByRole("log")).toContainText("Back again");
    console.warn(`the line carried a message again after ${Date.now() - backAt} ms`);
    await Promise.all([expectNewFrames(hostPage), expectNewFrames(guestPage)]);
    console.warn(`pictures came on both sides again after ${Date.now() - backAt} ms`);
    await Promise.all([expect(lost).toHaveCount(0), expect(told).toHaveCount(0)]);
    await expect(guestPage.getByRole("log")).toContainText("Here is the paper");
    await expectFrames(guestPage, /Arjun Rao’s picture/);
  });

  await test.step("a call that broke down in one page is made anew", async () => {
    await guestPage.evaluate(() => {
      for (const call of (window as unknown as WithCalls).calls) call.close();
    });
    await Promise.all([expectNewFrames(hostPage), expectNewFrames(guestPage)]);
  });

  await test.step("who reloads is back in the call, with chat and notes", async () => {
    await hostPage.reload();
    await hostPage.getByRole("button", { name: "Join", exact: true }).click();
    await Promise.all([
      expectFrames(hostPage, /Meera Rao’s picture/),
      expectFrames(guestPage, /Arjun Rao’s picture/),
    ]);
    await hostPage.getByRole("tab", { name: "Chat" }).click();
    await expect(hostPage.getByRole("log")).toContainText("Back again");
    await hostPage.getByRole("tab", { name: "Notes" }).click();
    await expect(hostPage.getByLabel("Private notes")).toHaveValue("Explains before coding.");
  });

  const secondTab = await guestPage.context().newPage();
  await test.step("a second tab takes over, and the first one says so", async () => {
    await secondTab.addInitScript(goByRelay);
    await enterAs(secondTab, guest);
    await secondTab.goto(`/room/${id}`);
    await secondTab.getByRole("button", { name: /^Join/ }).click();
    await expect(guestPage.getByText("You have opened this room somewhere else")).toBeVisible();
    await expectFrames(secondTab, /Arjun Rao’s picture/);
  });

  await test.step("on a phone pictures, panel and buttons are all on the screen", async () => {
    await secondTab.setViewportSize({ width: 390, height: 844 });
    for (const [tab, field] of [
      ["Chat", secondTab.getByLabel("Message")],
      ["Code", secondTab.getByRole("textbox", { name: "Shared code" })],
    ] as const) {
      await secondTab.getByRole("tab", { name: tab }).click();
      for (const part of [
        field,
        secondTab.getByLabel(/Arjun Rao’s picture/),
        secondTab.getByLabel("Your own picture"),
        secondTab.getByRole("button", { name: "Mute microphone" }),
        secondTab.getByRole("link", { name: "Leave" }),
      ]) {
        await expect(part).toBeInViewport();
      }
      const whole = await secondTab.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { scrollWidth, scrollHeight };
      });
      expect(whole).toEqual({ scrollWidth: 390, scrollHeight: 844 });
    }
  });

  await test.step("who leaves is seen to have left, and no line is said to be cut", async () => {
    await secondTab.getByRole("link", { name: "Leave" }).click();
    await secondTab.waitForURL(/my-sessions/);
    await expect(hostPage.getByText("Not here", { exact: true })).toBeVisible();
    await expect(hostPage.getByText("Picture and sound are cut.", { exact: false })).toHaveCount(0);
    await secondTab.goto(`/room/${id}`);
    await secondTab.getByRole("button", { name: /^Join/ }).click();
    await expect(hostPage.getByLabel(/Meera Rao’s picture/)).toBeVisible();
  });

  await test.step("the interviewer ends it, and both land on what comes next; who is at the door is told", async () => {
    await advance(5);
    await hostPage.reload();
    await guestPage.reload();
    await hostPage.getByRole("button", { name: "Join", exact: true }).click();
    await expect(guestPage.getByText("Arjun Rao is in the room")).toBeVisible();
    await hostPage.getByRole("button", { name: "End now" }).click();
    const question = hostPage.getByRole("alertdialog");
    await expect(question).toContainText("It ends for both of you and counts as held.");
    await expect(question).toHaveCSS("color-scheme", "dark");
    await question.getByRole("button", { name: "End now" }).click();
    await hostPage.waitForURL(/interviewer-dashboard\/history/);
    await expect(hostPage.getByText("✅ The interview is over.", { exact: false })).toBeVisible();
    await expect(hostPage.getByRole("button", { name: "Upload Feedback PDF for Meera Rao" })).toBeVisible();
    await expect(guestPage.getByText("Arjun Rao ended the interview.")).toBeVisible();
    await expect(secondTab.getByText("✅ Arjun Rao ended the interview. How was it?")).toBeVisible();
    await expect(secondTab.getByRole("region", { name: "Give feedback" })).toBeVisible();
  });

  await test.step("the interviewer writes the feedback beside their notes", async () => {
    await hostPage.getByRole("button", { name: "Write Feedback for Meera Rao" }).click();
    const form = hostPage.getByRole("dialog");
    await expect(form.getByLabel("Your private notes")).toHaveValue("Explains before coding.");
    await expect(form).not.toHaveCSS("color-scheme", "dark");
  });
});
