import type { Page, WebSocketRoute } from "@playwright/test";
import config from "../playwright.config.ts";
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
  const { id, host, guest } = await stageRoom({ codeFor, grantInterviewer, advance });
  const [hostPage, guestPage] = [await openPerson(), await openPerson()];
  await enterAs(hostPage, host, "interviewer");
  await enterAs(guestPage, guest);
  // Kept for the step in which a call breaks: a browser's offline switch leaves it running.
  await guestPage.addInitScript(() => {
    const calls: RTCPeerConnection[] = [];
    const Real = RTCPeerConnection;
    Object.assign(window, {
      calls,
      RTCPeerConnection: class extends Real {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          calls.push(this);
        }
      },
    });
  });
  const lines: WebSocketRoute[] = [];
  await guestPage.routeWebSocket(/\/socket\?/, (line) => {
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
    await expect(hostPage.getByText("Connection good")).toBeVisible();
  });

  await test.step("they write to each other", async () => {
    await guestPage.getByRole("tab", { name: "Chat" }).click();
    await guestPage.getByLabel("Message").fill("Here is the paper");
    await guestPage.getByRole("button", { name: "Send" }).click();
    await hostPage.getByRole("tab", { name: "Chat · 1 new" }).click();
    await expect(hostPage.getByRole("log")).toContainText("Here is the paper");
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

  await test.step("a cut line comes back with chat, clock and pictures", async () => {
    const cutAt = Date.now();
    await lines.at(-1)?.close({ code: 3001 });
    await expect.poll(() => lines.length).toBe(2);
    await guestPage.getByLabel("Message").fill("Back again");
    await guestPage.getByRole("button", { name: "Send" }).click();
    await hostPage.getByRole("tab", { name: /Chat/ }).click();
    await expect(hostPage.getByRole("log")).toContainText("Back again");
    console.warn(`the cut line carried a message again after ${Date.now() - cutAt} ms`);
    await expect(guestPage.getByRole("log")).toContainText("Here is the paper");
    await expectFrames(guestPage, /Arjun Rao’s picture/);
  });

  await test.step("a call that broke down in one page is made anew", async () => {
    await guestPage.evaluate(() => {
      for (const call of (window as unknown as { calls: RTCPeerConnection[] }).calls) call.close();
    });
    await Promise.all([
      expectFrames(hostPage, /Meera Rao’s picture/),
      expectFrames(guestPage, /Arjun Rao’s picture/),
    ]);
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

  await test.step("a second tab takes over, and the first one says so", async () => {
    const secondTab = await guestPage.context().newPage();
    await enterAs(secondTab, guest);
    await secondTab.goto(`/room/${id}`);
    await secondTab.getByRole("button", { name: /^Join/ }).click();
    await expect(guestPage.getByText("You have opened this room somewhere else")).toBeVisible();
    await expectFrames(secondTab, /Arjun Rao’s picture/);
  });

  await test.step("the interviewer ends it, and both land on what comes next", async () => {
    await advance(5);
    await hostPage.reload();
    await hostPage.getByRole("button", { name: "Join", exact: true }).click();
    await hostPage.getByRole("button", { name: "End now" }).click();
    const question = hostPage.getByRole("alertdialog");
    await expect(question).toContainText("It ends for both of you and counts as held.");
    await question.getByRole("button", { name: "End now" }).click();
    await hostPage.waitForURL(/interviewer-dashboard\/history/);
    await expect(hostPage.getByText("✅ The interview is over.", { exact: false })).toBeVisible();
    await expect(hostPage.getByRole("button", { name: "Upload Feedback PDF for Meera Rao" })).toBeVisible();
    const guestTab = guestPage.context().pages().at(-1) ?? guestPage;
    await expect(guestTab.getByText("✅ Arjun Rao ended the interview. How was it?")).toBeVisible();
    await expect(guestTab.getByRole("region", { name: "Give feedback" })).toBeVisible();
  });
});
