import type { Locator, Page, WebSocketRoute } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { harness } from "./addresses.ts";
import { enterAs } from "./by-api.ts";
import { expect, test } from "./fixtures.ts";
import { stageRoom } from "./room-people.ts";

const editor = (page: Page): Locator => page.getByRole("textbox", { name: "Shared code" });

/** The pad's text as it stands on the screen. */
async function codeOf(page: Page): Promise<string> {
  return await editor(page).evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
  );
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

/** Milliseconds from each of some strokes in one page to its drawing in the other. */
async function measureStrokes(from: Page, to: Page, count: number): Promise<number[]> {
  await to.evaluate(() => {
    const shown: number[] = [];
    Object.assign(window, { shown });
    const content = document.querySelector(".cm-content") as Element;
    let before = content.textContent?.match(/~/g)?.length ?? 0;
    new MutationObserver(() => {
      const now = content.textContent?.match(/~/g)?.length ?? 0;
      for (; before < now; before += 1) shown.push(Date.now());
    }).observe(content, { subtree: true, childList: true, characterData: true });
  });
  await from.evaluate(() => {
    const typed: number[] = [];
    Object.assign(window, { typed });
    document.addEventListener("keydown", ({ key }) => key === "~" && typed.push(Date.now()), true);
  });
  for (let stroke = 1; stroke <= count; stroke += 1) {
    await from.keyboard.press("~");
    await expect
      .poll(() => to.evaluate(() => (window as never as { shown: number[] }).shown.length))
      .toBe(stroke);
  }
  const typed = await from.evaluate(() => (window as never as { typed: number[] }).typed);
  const shown = await to.evaluate(() => (window as never as { shown: number[] }).shown);
  return shown.map((at, index) => at - (typed[index] ?? at)).sort((a, b) => a - b);
}

/** Puts a program in place of what stands in the pad. */
async function writeProgram(page: Page, language: string, program: string): Promise<void> {
  await page.getByLabel("Language").selectOption(language);
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
}

test("one pad for two: strokes, cursors, undo, language, a paste too long, a cut line and a restarted server", async ({
  openPerson,
  codeFor,
  grantInterviewer,
  advance,
  problems,
}) => {
  const { id, host, guest } = await stageRoom({ codeFor, grantInterviewer, advance });
  const [hostPage, guestPage] = [await openPerson(), await openPerson()];
  await enterAs(hostPage, host, "interviewer");
  await enterAs(guestPage, guest);
  const lines: WebSocketRoute[] = [];
  await guestPage.routeWebSocket(/\/socket\?/, (line) => {
    line.connectToServer();
    lines.push(line);
  });

  await test.step("both join, and one opens the pad", async () => {
    for (const page of [hostPage, guestPage]) {
      await page.goto(`/room/${id}`);
      await page.getByRole("button", { name: /^Join/ }).click();
    }
    await hostPage.getByRole("tab", { name: "Code" }).click();
    await typeAtEnd(hostPage, "def f(x):");
    await guestPage.getByRole("tab", { name: "Code · new" }).click();
    await expect.poll(() => codeOf(guestPage)).toBe("def f(x):");
  });

  await test.step("each sees what the other types, and whose cursor stands where", async () => {
    await typeAtEnd(guestPage, "\n# mine");
    await expect.poll(() => codeOf(hostPage)).toContain("# mine");
    await expect(hostPage.locator(".cm-remoteCaret")).toHaveAttribute("data-name", "Meera Rao");
    await expect(guestPage.locator(".cm-remoteCaret")).toHaveAttribute("data-name", "Arjun Rao");
    await expectAccessible(hostPage);
  });

  await test.step("undo takes back one's own only", async () => {
    await typeAtEnd(hostPage, "\n# ours");
    await expect.poll(() => codeOf(guestPage)).toContain("# ours");
    await editor(guestPage).focus();
    await guestPage.keyboard.press("Control+z");
    await expect.poll(() => codeOf(hostPage)).not.toContain("# mine");
    await expect.poll(() => codeOf(hostPage)).toContain("# ours");
  });

  await test.step("the language is the same for both", async () => {
    await hostPage.getByLabel("Language").selectOption("SQL");
    await expect(guestPage.getByLabel("Language")).toHaveValue("sql");
  });

  await test.step("a stroke is on the other screen at once", async () => {
    await hostPage.getByLabel("Language").selectOption("Plain text");
    await typeAtEnd(hostPage, "\n");
    const strokes = await measureStrokes(hostPage, guestPage, 25);
    console.warn(`a stroke to the other screen: median ${strokes[12]} ms, longest ${strokes.at(-1)} ms`);
  });

  await test.step("the editor can be left by keyboard", async () => {
    await editor(hostPage).focus();
    await hostPage.keyboard.press("Escape");
    await hostPage.keyboard.press("Tab");
    await expect(editor(hostPage)).not.toBeFocused();
  });

  await test.step("five million characters are refused in a sentence", async () => {
    const before = await codeOf(hostPage);
    await editor(hostPage).evaluate((content) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "x".repeat(5_000_000));
      content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    const refusal = hostPage.getByText("The pad holds at most 200,000 characters.", { exact: false });
    await expect(refusal).toBeVisible();
    expect(await codeOf(hostPage)).toBe(before);
    await typeAtEnd(hostPage, "\nthis fits");
    await expect(refusal).toHaveCount(0);
  });

  await test.step("what is typed while the line is cut arrives when it is back", async () => {
    await lines.at(-1)?.close({ code: 3001 });
    await typeAtEnd(guestPage, "\ntyped in the dark");
    await typeAtEnd(hostPage, "\ntyped in the light");
    await expect.poll(() => codeOf(hostPage)).toContain("typed in the dark");
    await expect.poll(() => codeOf(guestPage)).toContain("typed in the light");
  });

  await test.step("a restarted server finds the pages back, with code and clock", async () => {
    const cutAt = Date.now();
    await fetch(`${harness.url}/restart`);
    const upAt = Date.now();
    await typeAtEnd(hostPage, "\nafter the restart");
    await expect.poll(() => codeOf(guestPage)).toContain("after the restart");
    console.warn(
      `the restart took ${upAt - cutAt} ms, the code was on both sides ${Date.now() - upAt} ms later`,
    );
    await expect(guestPage.getByRole("progressbar", { name: "The session's clock" })).toBeVisible();
    // While nobody listened, browsers say so of every try.
    const isOfTheCut = (problem: string) =>
      /ERR_CONNECTION|WebSocket connection|Failed to fetch/.test(problem);
    problems.splice(0, problems.length, ...problems.filter((problem) => !isOfTheCut(problem)));
  });

  await test.step("who reloads finds the code, and later the record", async () => {
    await guestPage.reload();
    await guestPage.getByRole("button", { name: /^Join/ }).click();
    await guestPage.getByRole("tab", { name: "Code" }).click();
    await expect.poll(() => codeOf(guestPage)).toContain("after the restart");
    await guestPage.goto(`/interviewee-dashboard/session-record/${id}`);
    await expect(guestPage.getByRole("region", { name: "Final code" })).toContainText("typed in the dark");
    await expect(guestPage.getByRole("region", { name: "What happened" })).toContainText("Arjun Rao came in");
    await expectAccessible(guestPage);
  });
});

test("what one runs both see: Python, JavaScript, and a loop without end that is stopped", async ({
  openPerson,
  codeFor,
  grantInterviewer,
  advance,
}) => {
  test.setTimeout(180_000);
  const { id, host, guest } = await stageRoom({ codeFor, grantInterviewer, advance });
  const [hostPage, guestPage] = [await openPerson(), await openPerson()];
  await enterAs(hostPage, host, "interviewer");
  await enterAs(guestPage, guest);
  for (const page of [hostPage, guestPage]) {
    await page.goto(`/room/${id}`);
    await page.getByRole("button", { name: /^Join/ }).click();
    await page.getByRole("tab", { name: /^Code/ }).click();
    await expect(editor(page)).toBeVisible();
  }
  const run = guestPage.getByRole("button", { name: "Run", exact: true });
  const output = (page: Page) => page.getByRole("region", { name: "Output" });
  // Python is twelve megabytes on its first way into a page.
  const patient = { timeout: 60_000 };

  await test.step("Python", async () => {
    await writeProgram(guestPage, "Python", "print(sum(range(10)))");
    await run.click();
    await expect(output(guestPage)).toHaveText("45", patient);
    await expect(output(hostPage)).toHaveText("45", patient);
    await expect(hostPage.getByText("Run by Meera Rao", { exact: false })).toBeVisible();
    await writeProgram(guestPage, "Python", "x = bytearray(10**9)");
    await run.click();
    await expect(guestPage.getByText("Stopped: it needed more than 512 MB of memory.")).toBeVisible(patient);
  });

  await test.step("JavaScript", async () => {
    await writeProgram(guestPage, "JavaScript", "console.log([3, 1, 2].sort().join())");
    await run.click();
    await expect(output(guestPage)).toHaveText("1,2,3", patient);
    await expect(output(hostPage)).toHaveText("1,2,3", patient);
  });

  await test.step("a loop without end is stopped, and the page goes on", async () => {
    await writeProgram(guestPage, "JavaScript", 'console.log("round and round"); while (true);');
    await run.click();
    await expect(guestPage.getByText("Running…")).toBeVisible(patient);
    await guestPage.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(guestPage.getByText(/^Stopped by hand after /)).toBeVisible();
    await expect(hostPage.getByText("Run by Meera Rao. Stopped by hand after", { exact: false })).toBeVisible(
      patient,
    );
    await writeProgram(guestPage, "JavaScript", 'console.log("still here")');
    await run.click();
    await expect(output(hostPage)).toHaveText("still here", patient);
  });
});
