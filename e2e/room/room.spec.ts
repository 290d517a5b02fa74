import type { Page, WebSocketRoute } from "@playwright/test";
import config from "../../playwright.config.ts";
import { signInPage } from "../support/accounts-and-rooms.ts";
import { harness } from "../support/addresses.ts";
import { expect, test } from "../support/fixtures.ts";

const browserArguments = config.use?.launchOptions?.args ?? [];
test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    // The browser's fake devices, whose few pictures a second spare a busy machine, and a screen that is shared without a
    // picker. Loopback is the only network allowed here.
    args: [
      ...browserArguments,
      "--use-fake-device-for-media-stream=fps=5",
      "--use-fake-ui-for-media-stream",
      "--auto-select-desktop-capture-source=Entire screen",
      "--allow-loopback-in-peer-connection",
    ],
  },
});

type WithCalls = typeof globalThis & { calls: RTCPeerConnection[] };

/** Runs in the page before anything else: its calls use only the relay, never pause the picture, and can be inspected. */
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

      /** Leaves out the line's capacity and loss, which would pause the picture on a busy machine. */
      override async getStats() {
        const reports = [...(await super.getStats()).entries()] as const;
        return new Map(
          reports.map(([id, report]) => [
            id,
            { ...report, availableOutgoingBitrate: undefined, fractionLost: undefined },
          ]),
        );
      }
    },
  });
}

/** The number of video frames that the newest call of a page has received. */
const countFrames = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const call = (window as unknown as WithCalls).calls.at(-1);
    const reports = call ? [...(await call.getStats()).values()] : [];
    return reports.reduce((sum, { framesDecoded = 0 }) => sum + framesDecoded, 0);
  });

/** Waits until new frames arrive, over the same call or a new one. */
async function expectNewFrames(page: Page): Promise<void> {
  const before = await countFrames(page);
  await expect.poll(async () => ![0, before].includes(await countFrames(page))).toBe(true);
}

async function turnMedia(
  cut: boolean,
): Promise<{ allocated: number; refused: number; relayedBytes: number }> {
  return await (await fetch(`${harness.url}/media?cut=${cut}`)).json();
}

/** Waits until a video plays: its frames have a size, and its time advances. */
async function expectFrames(page: Page, label: RegExp): Promise<void> {
  const video = page.getByLabel(label);
  await expect(video).toBeVisible();
  const read = () =>
    video.evaluate((element: HTMLVideoElement) => ({ width: element.videoWidth, at: element.currentTime }));
  await expect.poll(async () => (await read()).width).toBeGreaterThan(0);
  const { at } = await read();
  await expect.poll(async () => (await read()).at).toBeGreaterThan(at);
}

test("two people meet in the room: devices, video, chat, notes, a shared screen, and a lost connection", async ({
  openPerson,
  advance,
  setUpRoom,
}) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  const [interviewerPage, intervieweePage] = [await openPerson(), await openPerson()];
  await signInPage(interviewerPage, interviewer, "interviewer");
  await signInPage(intervieweePage, interviewee);
  // As on strict networks, all media goes through the relay, which the test can cut (a browser's offline
  // switch does not stop a call).
  for (const page of [interviewerPage, intervieweePage]) await page.addInitScript(goByRelay);
  const lines: WebSocketRoute[] = [];
  let isLineCut = false;
  await intervieweePage.routeWebSocket(/\/socket\?/, (line) => {
    if (isLineCut) return void line.close({ code: 3001 });
    line.connectToServer();
    lines.push(line);
  });

  await test.step("each checks their devices and joins", async () => {
    for (const page of [interviewerPage, intervieweePage]) {
      await page.goto(`/room/${id}`);
      await expectFrames(page, /Your own video/);
      await expect(page.getByText("You are early", { exact: false })).toBeVisible();
    }
    // Its words depend on what the machine has left; that it speaks of the line shows that a relay was reached.
    await expect(interviewerPage.getByText(/^Your line (carries|is weak)/)).toBeVisible({ timeout: 30_000 });
    await intervieweePage.getByRole("button", { name: "Join", exact: true }).click();
    await expect(interviewerPage.getByText("Meera Rao is in the room")).toBeVisible();
    await interviewerPage.getByRole("button", { name: "Join", exact: true }).click();
  });

  await test.step("they see each other", async () => {
    const joinedAt = Date.now();
    await Promise.all([
      expectFrames(interviewerPage, /Meera Rao’s picture/),
      expectFrames(intervieweePage, /Arjun Rao’s picture/),
    ]);
    console.warn(`video on both sides after ${Date.now() - joinedAt} ms`);
    // Which of the three it is depends on the machine.
    await expect(interviewerPage.getByText(/^Connection (good|unsteady|weak)$/)).toBeVisible();
    // The relay accepts only the product's own credentials, in coturn's format.
    const { relayedBytes, refused } = await turnMedia(false);
    expect({ isUsed: relayedBytes > 0, refused }).toEqual({ isUsed: true, refused: 0 });
  });

  await test.step("they write to each other", async () => {
    await intervieweePage.getByRole("tab", { name: "Chat" }).click();
    await intervieweePage
      .getByLabel("Message")
      .fill("Here is the paper: https://papers.example/attention.pdf.");
    await intervieweePage.getByRole("button", { name: "Send" }).click();
    await interviewerPage.getByRole("tab", { name: "Chat · 1 new" }).click();
    await expect(interviewerPage.getByRole("log")).toContainText("Here is the paper");
    const paper = interviewerPage.getByRole("link", {
      name: "https://papers.example/attention.pdf (opens a new tab)",
    });
    await expect(paper).toHaveAttribute("href", "https://papers.example/attention.pdf");
    await expect(paper).toHaveAttribute("rel", "noopener noreferrer");
    // A long word wraps: else the writer's own messages would leave the panel.
    await intervieweePage.getByLabel("Message").fill(`Log: ${"x".repeat(400)}`);
    await intervieweePage.getByRole("button", { name: "Send" }).click();
    for (const page of [intervieweePage, interviewerPage]) {
      const log = page.getByRole("log");
      await expect(log).toContainText("Log: xxx");
      expect(await log.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }
  });

  await test.step("the interviewer takes private notes", async () => {
    await interviewerPage.getByRole("tab", { name: "Notes" }).click();
    await interviewerPage.getByLabel("Private notes").fill("Explains before coding.");
    await expect(interviewerPage.getByText("Saved. Only you can see these notes.")).toBeVisible();
    await expect(intervieweePage.getByRole("tab", { name: "Notes" })).toHaveCount(0);
  });

  await test.step("the other side sees mute and camera off", async () => {
    await intervieweePage.getByRole("button", { name: "Mute microphone" }).click();
    await intervieweePage.getByRole("button", { name: "Turn camera off" }).click();
    await expect(interviewerPage.getByRole("img", { name: "Microphone off" })).toBeVisible();
    await expect(interviewerPage.getByLabel(/Meera Rao’s picture/)).toHaveCount(0);
    await intervieweePage.getByRole("button", { name: "Turn camera on" }).click();
    await expectFrames(interviewerPage, /Meera Rao’s picture/);
  });

  await test.step("a screen is shared, and the sharing stopped", async () => {
    await interviewerPage.getByRole("button", { name: "Share the screen" }).click();
    await expectFrames(intervieweePage, /Arjun Rao’s screen/);
    await interviewerPage.getByRole("button", { name: "Stop sharing the screen" }).click();
    await expect(intervieweePage.getByLabel(/Arjun Rao’s screen/)).toHaveCount(0);
  });

  await test.step("socket and media are cut, both see that, and everything recovers", async () => {
    const lost = intervieweePage.getByText("The connection was lost. Reconnecting…", { exact: false });
    const told = interviewerPage.getByText("Video and sound were lost. Reconnecting…", { exact: false });
    const cutAt = Date.now();
    isLineCut = true;
    await Promise.all([lines.at(-1)?.close({ code: 3001 }), turnMedia(true)]);
    await Promise.all([expect(lost).toBeVisible(), expect(told).toBeVisible()]);
    console.warn(`both pages showed the lost connection after ${Date.now() - cutAt} ms`);
    await intervieweePage.getByLabel("Message").fill("Back again");
    await intervieweePage.getByRole("button", { name: "Send" }).click();
    await expect(intervieweePage.getByText("sending…", { exact: false })).toBeVisible();

    const backAt = Date.now();
    isLineCut = false;
    await turnMedia(false);
    await interviewerPage.getByRole("tab", { name: /Chat/ }).click();
    await expect(interviewerPage.getByRole("log")).toContainText("Back again");
    console.warn(`a message arrived again after ${Date.now() - backAt} ms`);
    await Promise.all([expectNewFrames(interviewerPage), expectNewFrames(intervieweePage)]);
    console.warn(`video on both sides again after ${Date.now() - backAt} ms`);
    await Promise.all([expect(lost).toHaveCount(0), expect(told).toHaveCount(0)]);
    await expect(intervieweePage.getByRole("log")).toContainText("Here is the paper");
    await expectFrames(intervieweePage, /Arjun Rao’s picture/);
  });

  await test.step("a call that failed in one page is set up again", async () => {
    await intervieweePage.evaluate(() => {
      for (const call of (window as unknown as WithCalls).calls) call.close();
    });
    await Promise.all([expectNewFrames(interviewerPage), expectNewFrames(intervieweePage)]);
  });

  await test.step("reloading returns to the call, with chat and notes", async () => {
    await interviewerPage.reload();
    await interviewerPage.getByRole("button", { name: "Join", exact: true }).click();
    await Promise.all([
      expectFrames(interviewerPage, /Meera Rao’s picture/),
      expectFrames(intervieweePage, /Arjun Rao’s picture/),
    ]);
    await interviewerPage.getByRole("tab", { name: "Chat" }).click();
    await expect(interviewerPage.getByRole("log")).toContainText("Back again");
    await interviewerPage.getByRole("tab", { name: "Notes" }).click();
    await expect(interviewerPage.getByLabel("Private notes")).toHaveValue("Explains before coding.");
  });

  const secondTab = await intervieweePage.context().newPage();
  await test.step("a second tab takes over, and the first one says so", async () => {
    await secondTab.addInitScript(goByRelay);
    await signInPage(secondTab, interviewee);
    await secondTab.goto(`/room/${id}`);
    await secondTab.getByRole("button", { name: "Move here" }).click();
    await expect(intervieweePage.getByText("You're in this room in another tab")).toBeVisible();
    await expectFrames(secondTab, /Arjun Rao’s picture/);
  });

  await test.step("on a phone, video, panel and buttons are all on the screen", async () => {
    await secondTab.setViewportSize({ width: 390, height: 844 });
    for (const [tab, field] of [
      ["Chat", secondTab.getByLabel("Message")],
      ["Code", secondTab.getByRole("textbox", { name: "Shared code" })],
    ] as const) {
      await secondTab.getByRole("tab", { name: tab }).click();
      for (const part of [
        field,
        secondTab.getByLabel(/Arjun Rao’s picture/),
        secondTab.getByLabel("Your own video"),
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

  await test.step("the other side sees that the participant left, without a report of a lost connection", async () => {
    await secondTab.getByRole("link", { name: "Leave" }).click();
    await secondTab.waitForURL(/\/my-sessions/);
    await expect(interviewerPage.getByText("Not here", { exact: true })).toBeVisible();
    await expect(interviewerPage.getByText("Video and sound were lost.", { exact: false })).toHaveCount(0);
    await secondTab.goto(`/room/${id}`);
    await secondTab.getByRole("button", { name: /^Join/ }).click();
    await expect(interviewerPage.getByLabel(/Meera Rao’s picture/)).toBeVisible();
  });

  await test.step("the interviewer ends it, both reach the next step, and somebody in the lobby is told", async () => {
    await advance(25);
    await interviewerPage.reload();
    await intervieweePage.reload();
    await interviewerPage.getByRole("button", { name: "Join", exact: true }).click();
    await expect(intervieweePage.getByText("Arjun Rao is in the room")).toBeVisible();
    await interviewerPage.getByRole("button", { name: "End now" }).click();
    const question = interviewerPage.getByRole("alertdialog");
    await expect(question).toContainText("It ends for both of you.");
    await expect(question).toHaveCSS("color-scheme", "dark");
    await question.getByRole("button", { name: "End now" }).click();
    await interviewerPage.waitForURL(/interviewer-dashboard\/history/);
    await expect(interviewerPage.getByText("✅ The interview has ended.", { exact: false })).toBeVisible();
    await expect(
      interviewerPage.getByRole("button", { name: "Upload Feedback PDF for Meera Rao" }),
    ).toBeVisible();
    await expect(intervieweePage.getByText("Arjun Rao ended the interview.")).toBeVisible();
    await expect(secondTab.getByText("✅ Arjun Rao ended the interview. How was it?")).toBeVisible();
    await expect(secondTab.getByRole("region", { name: "Give feedback" })).toBeVisible();
  });

  await test.step("the interviewer writes the feedback beside their notes", async () => {
    await interviewerPage.getByRole("button", { name: "Write Feedback for Meera Rao" }).click();
    const form = interviewerPage.getByRole("dialog");
    await form.getByText("Your notes from the room").click();
    await expect(form.getByText("Explains before coding.").first()).toBeVisible();
    await expect(form).not.toHaveCSS("color-scheme", "dark");
  });
});
