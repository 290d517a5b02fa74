import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { callApi, postToApi, signInPage } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";

interface RecordItem {
  id: string;
  kind: string;
}

// Chromium logs each call that was cut on purpose, and each one while the browser is offline.
test.afterEach(({ problems }) => {
  const others = problems.filter((problem) => !/net::ERR_(FAILED|INTERNET_DISCONNECTED)/.test(problem));
  problems.splice(0, problems.length, ...others);
});

/** Loads a page's main call late, then not at all, and checks its states; then the browser is offline. */
async function expectStates(
  page: Page,
  {
    path,
    call,
    loading,
    failed,
    loaded,
  }: { path: string; call: string; loading: string; failed: RegExp; loaded: string },
): Promise<void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(call, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  await expect(page.getByText(loading)).toBeAttached();
  release();
  await expect(page.getByText(loaded).first()).toBeVisible();
  await page.unroute(call);
  await page.route(call, (route) => route.abort());
  await page.reload();
  await expect(page.getByText(failed)).toBeVisible();
  await page.unroute(call);
  await page.getByRole("button", { name: /again/i }).click();
  await expect(page.getByText(loaded).first()).toBeVisible();
  // The content of the page stays while the browser is offline.
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText(loaded).first()).toBeVisible();
  await page.context().setOffline(false);
}

test("links to moments work after a correction and a deletion, and the pages say when they cannot load", async ({
  openPerson,
  advance,
  holdInterviews,
  setUpRoom,
}) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  for (const { token } of [interviewer, interviewee]) {
    await callApi("PUT", `/rooms/${id}/transcript/consent`, { token, body: { agree: true } });
  }
  await advance(5);
  const utteranceId = randomUUID();
  const said = { id: utteranceId, language: "en", startedSecondsAgo: 4, durationSeconds: 3 };
  await postToApi(`/rooms/${id}/utterances`, { ...said, text: "I used pie torch." }, interviewee.token);
  await postToApi(
    `/rooms/${id}/marks`,
    { id: randomUUID(), label: "good", note: "Names the tool" },
    interviewer.token,
  );
  const page = await openPerson();
  await signInPage(page, interviewee);
  const link = `/session-record/${id}?at=${utteranceId}`;
  const moment = page.locator("li[aria-current=true]");

  await test.step("the link opens the record at the words", async () => {
    await page.goto(link);
    await expect(moment).toContainText("I used pie torch.");
    await expect(moment).toBeFocused();
    await expect(moment).toBeInViewport();
  });

  await test.step("the same link shows the corrected words, also in a tab that was open before", async () => {
    const other = await page.context().newPage();
    await other.goto(link);
    await page.getByRole("button", { name: "Correct what you said" }).click();
    await page.getByLabel("What you said").fill("I used PyTorch.");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Corrected. It was transcribed as:")).toBeVisible();
    await other.reload();
    await expect(other.locator("li[aria-current=true]")).toContainText("I used PyTorch.");
    await other.close();
  });

  await test.step("the replay slider follows the keyboard and the copied link", async () => {
    const slider = page.getByRole("slider");
    await slider.focus();
    const before = await slider.getAttribute("aria-valuetext");
    await page.keyboard.press("End");
    await expect(slider).not.toHaveAttribute("aria-valuetext", before ?? "");
    await page.keyboard.press("Home");
  });

  await test.step("after the words were deleted, the link says so", async () => {
    await callApi("DELETE", `/rooms/${id}/transcript`, { token: interviewer.token });
    await page.goto(link);
    await expect(
      page.getByText("The moment that this link points to is no longer in the record."),
    ).toBeVisible();
  });

  await test.step("after the interview, the interviewee's links to marks work, too", async () => {
    await holdInterviews();
    await advance(70);
    const { items } = await callApi<{ items: RecordItem[] }>("GET", `/rooms/${id}/record`, interviewee);
    const mark = items.find(({ kind }) => kind === "mark");
    expect(mark).toBeDefined();
    await page.goto(`/session-record/${id}?at=${mark?.id}`);
    await expect(moment).toContainText("Names the tool");
  });

  await test.step("loading, failing and offline", async () => {
    await expectStates(page, {
      path: `/session-record/${id}`,
      call: `**/api/rooms/${id}/record`,
      loading: "Loading the record…",
      failed: /Network error or server unavailable/,
      loaded: "What happened",
    });
    await expectStates(page, {
      path: "/interviewee-dashboard/progress",
      call: "**/api/user/progress",
      loading: "Loading your progress…",
      failed: /Network error or server unavailable/,
      loaded: "No reports yet",
    });
    await expectStates(page, {
      path: `/interviewee-dashboard/reports/${id}`,
      call: `**/api/user/reports/${id}`,
      loading: "Loading your report…",
      failed: /Network error or server unavailable/,
      loaded: "Your report is being made",
    });
  });
});

test("beside a report, the player's bar covers neither the code nor the words", async ({
  openPerson,
  setUpRoom,
}) => {
  const { id, interviewee } = await setUpRoom();
  const record = await callApi<{ startTime: string; items: object[] }>(
    "GET",
    `/rooms/${id}/record`,
    interviewee,
  );
  const at = (atSeconds: number) => ({
    atSeconds,
    at: new Date(Date.parse(record.startTime) + atSeconds * 1000).toISOString(),
  });
  const by = { personId: interviewee.user._id, language: "python" };
  const text = Array.from({ length: 30 }, (_, line) => `total_${line} = ${line}`).join("\n");
  const [codeId, runId, firstId] = [randomUUID(), randomUUID(), randomUUID()];
  const run = { kind: "run", id: runId, ...at(620), ...by, output: "8 2", outcome: "finished" };
  const items = [
    { kind: "code", id: codeId, ...at(600), ...by, editedBy: [interviewee.user._id], change: { text } },
    { ...run, durationMs: 20, figures: [] },
    ...[firstId, randomUUID(), randomUUID(), randomUUID()].map((chatId, index) => ({
      ...{ kind: "chat", id: chatId, ...at(700 + index), personId: interviewee.user._id },
      body: "A message that needs two lines beside a report, because it has this many words in it.",
    })),
  ];
  const claim = (claimId: string, itemId: string, kind: string, atSeconds: number) => ({
    ...{ id: claimId, area: "coding", kind: "observation", text: `Point about a ${kind}.` },
    evidence: [{ itemId, quote: "", ...at(atSeconds), kind, isOwn: true }],
  });
  const nothing = ["talkShare", "pace", "longestSilenceSeconds", "secondsToFirstRun", "runs", "failedRuns"];
  const counts = ["questionsCovered", "marksGood", "marksComeBack"];
  const measured = Object.fromEntries([...nothing, ...counts].map((name) => [name, null]));
  const report = {
    areas: [{ name: "coding", label: "Coding" }],
    claims: [claim(randomUUID(), firstId, "chat", 700), claim(randomUUID(), runId, "run", 620)],
    ...{ checked: 2, verified: 2, shown: 2, source: { kind: "measured" }, plan: [] },
    ...{ measured: { ...measured, mentorScores: [] }, madeAt: at(4000).at, isLate: false, earlier: null },
  };
  const kept = { deletedAt: at(90 * 86_400).at, isDeleted: false };
  const view = {
    ...{ bookingId: id, report, record: kept, track: "general", disputes: [], useful: null },
    doneExercises: [],
  };
  const page = await openPerson();
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInPage(page, interviewee);
  await page.route(`**/api/user/reports/${id}`, (route) => route.fulfill({ json: view }));
  await page.route(`**/api/rooms/${id}/record`, (route) => route.fulfill({ json: { ...record, items } }));
  await page.goto(`/interviewee-dashboard/reports/${id}`);

  const panel = page.getByRole("region", { name: /^The record at/ });
  const boxOf = async (name: string) => {
    const box = await panel.getByRole("region", { name }).boundingBox();
    return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0), height: box?.height ?? 0 };
  };
  for (const kind of ["wrote", "run"]) {
    await page.getByRole("link", { name: new RegExp(kind) }).click();
    await panel.getByRole("button", { name: "Play" }).scrollIntoViewIfNeeded();
    const bar = (await panel.getByRole("slider").boundingBox())?.y ?? 0;
    const code = await boxOf("Code at this moment");
    expect(code.height).toBeGreaterThan(100);
    expect(code.bottom).toBeLessThanOrEqual(bar);
    await expect(panel.locator("[aria-current=true]")).toBeInViewport({ ratio: 0.9 });
  }
});
