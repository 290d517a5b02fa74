import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type ApiUser, callApi, signInPage } from "../support/accounts-and-rooms.ts";
import { callHarness, expect, test } from "../support/fixtures.ts";
import { launchWithSpeech } from "../support/speech.ts";
import { expectAccessible } from "../support/steps.ts";

const sentence = "I would start from precision, and then look at recall.";

test.use({ launchOptions: launchWithSpeech(sentence) });

/** If set to a folder, screenshots are saved there for review. */
const screens = process.env.SCREENS;
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (screens === undefined) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(screens, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

test("two people agree to a transcript, see that it runs, stop it, and correct their words", async ({
  openPerson,
  advance,
  setUpRoom,
}) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  const [interviewerPage, intervieweePage] = [await openPerson(), await openPerson()];
  await signInPage(interviewerPage, interviewer, "interviewer");
  await signInPage(intervieweePage, interviewee);
  const said = new URLSearchParams(
    Array.from({ length: 8 }, () => ["say", "I would start from pre-decision."]),
  );
  await callHarness(`/transcription?${said}`);

  await intervieweePage.goto(`/room/${id}`);
  await expect(intervieweePage.getByText("Off. It starts only if you both agree.")).toBeVisible();
  await intervieweePage.getByLabel("I speak").selectOption("hi");
  await intervieweePage.getByLabel("I speak").selectOption("en");
  await takeScreenshot(intervieweePage, "lobby");
  await expectAccessible(intervieweePage);
  await intervieweePage.getByRole("button", { name: "Agree to a transcript" }).click();
  await expect(intervieweePage.getByText("You have agreed. It starts when Arjun agrees, too.")).toBeVisible();
  await intervieweePage.getByRole("button", { name: "Join", exact: true }).click();

  await interviewerPage.goto(`/room/${id}`);
  await expect(interviewerPage.getByText(/Meera has agreed to a transcript/)).toBeVisible();
  await interviewerPage.getByRole("button", { name: "Join", exact: true }).click();
  await interviewerPage.getByRole("button", { name: "Agree to a transcript" }).click();
  await expect(interviewerPage.getByText(/You have both agreed/)).toBeVisible();
  // Not before the interview starts.
  await expect(interviewerPage.getByText("Transcript on.")).toHaveCount(0);
  await advance(4);
  for (const page of [interviewerPage, intervieweePage]) {
    await expect(page.getByText("Transcript on. Your words are being transcribed.")).toBeVisible({
      timeout: 30_000,
    });
  }
  await takeScreenshot(intervieweePage, "room");
  await expect
    .poll(async () => (await callHarness<object[]>("/transcription")).length, { timeout: 60_000 })
    .toBeGreaterThan(3);

  await interviewerPage.getByRole("button", { name: "Stop the transcript" }).first().click();
  for (const page of [interviewerPage, intervieweePage])
    await expect(page.getByText("Transcript on.")).toHaveCount(0);

  await intervieweePage.goto(`/session-record/${id}`);
  await expect(intervieweePage.getByText("Arjun Rao stopped the transcript")).toBeVisible();
  await intervieweePage.getByRole("button", { name: "Correct what you said" }).first().click();
  await intervieweePage.getByLabel("What you said").fill("I would start from precision.");
  await intervieweePage.getByRole("button", { name: "Save" }).click();
  await expect(intervieweePage.getByText("Corrected. It was transcribed as:")).toBeVisible();
  await takeScreenshot(intervieweePage, "record");
  await intervieweePage.getByRole("button", { name: "Delete the transcript" }).click();
  await intervieweePage.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(intervieweePage.getByText("You had the transcript deleted")).toBeVisible();
  await expect(intervieweePage.getByText("I would start from precision.")).toHaveCount(0);
});

async function countItems(id: string, { token, user }: ApiUser, wanted: string): Promise<number> {
  const { items } = await callApi<{ items: { kind: string; personId?: string }[] }>(
    "GET",
    `/rooms/${id}/record`,
    { token },
  );
  return items.filter(({ kind, personId }) => kind === wanted && personId === user._id).length;
}

/** How many utterances of the person are in the record. */
const countWords = (id: string, person: ApiUser) => countItems(id, person, "utterance");
/** How often the person joined the room. */
const countVisits = (id: string, person: ApiUser) => countItems(id, person, "joined");

/** Counts the utterances that a page tries to send. */
function watchUtterances(page: Page): { sent: number; failed: number } {
  const counts = { sent: 0, failed: 0 };
  const isUtterance = (url: string) => url.includes("/utterance-audio");
  page.on("request", (request) => {
    if (isUtterance(request.url())) counts.sent += 1;
  });
  page.on("requestfailed", (request) => {
    if (isUtterance(request.url())) counts.failed += 1;
  });
  return counts;
}

test("words that are said offline arrive later, once, and only one of two tabs transcribes", async ({
  openPerson,
  advance,
  problems,
  setUpRoom,
}) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  for (const { token } of [interviewer, interviewee])
    await callApi("PUT", `/rooms/${id}/transcript/consent`, { token, body: { agree: true } });
  const answers = new URLSearchParams(
    Array.from({ length: 60 }, (_, index) => ["say", `I would start from precision, part ${index}.`]),
  );
  await callHarness(`/transcription?${answers}`);
  const page = await openPerson();
  await signInPage(page, interviewee);
  const counts = watchUtterances(page);
  await page.goto(`/room/${id}`);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  // The socket is open: its ticket would expire while the clock moves.
  await expect(page.getByRole("heading", { name: "Interview details" })).toBeAttached();
  await expect.poll(() => countVisits(id, interviewee)).toBe(1);
  await advance(4);
  const isOn = "Transcript on. Your words are being transcribed.";
  await expect(page.getByText(isOn)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => countWords(id, interviewee), { timeout: 60_000 }).toBeGreaterThan(0);

  await test.step("without a connection, the page keeps the words", async () => {
    await page.context().setOffline(true);
    await expect.poll(() => counts.failed, { timeout: 60_000 }).toBeGreaterThan(0);
    const before = await countWords(id, interviewee);
    await page.context().setOffline(false);
    await expect.poll(() => countWords(id, interviewee), { timeout: 60_000 }).toBeGreaterThan(before);
  });

  await test.step("a second tab takes over, and the first one stops transcribing", async () => {
    const second = await page.context().newPage();
    await signInPage(second, interviewee);
    const secondCounts = watchUtterances(second);
    await second.goto(`/room/${id}`);
    await second.getByRole("button", { name: "Move here" }).click();
    await expect(page.getByText("You're in this room in another tab")).toBeVisible();
    await expect(page.getByText("Transcript on.")).toHaveCount(0);
    const sentByFirst = counts.sent;
    await expect(second.getByText(isOn)).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => secondCounts.sent, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(counts.sent).toBe(sentByFirst);

    // The other party ends it while this page has no connection: nothing that it kept is added.
    await second.context().setOffline(true);
    const failures = secondCounts.failed;
    await expect.poll(() => secondCounts.failed, { timeout: 60_000 }).toBeGreaterThan(failures);
    const words = await countWords(id, interviewee);
    await callApi("PUT", `/rooms/${id}/transcript/consent`, {
      token: interviewer.token,
      body: { agree: false },
    });
    await second.context().setOffline(false);
    await expect(second.getByText("Transcript on.")).toHaveCount(0);
    const sent = secondCounts.sent;
    await second.reload();
    await expect(second.getByText("Off. It starts only if you both agree.")).toBeVisible();
    expect(await countWords(id, interviewee)).toBe(words);
    expect(secondCounts.sent).toBeLessThanOrEqual(sent + 1);
  });
  const others = problems.filter((problem) => !problem.includes("net::ERR_INTERNET_DISCONNECTED"));
  problems.splice(0, problems.length, ...others);
});
