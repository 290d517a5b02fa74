import type { Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { signInPage, signUpByApi } from "../support/accounts-and-rooms.ts";
import { expect, test } from "../support/fixtures.ts";
import { expectAccessible } from "../support/steps.ts";

test.use({
  launchOptions: {
    ...config.use?.launchOptions,
    args: [
      ...(config.use?.launchOptions?.args ?? []),
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
    ],
  },
});

/**
 * Stands in for the browser's recognition, which needs a language pack that Chromium downloads. It refuses what the
 * real one refuses: a language that is not installed, a second start, and recognition in the cloud.
 */
function installRecognition(): void {
  const installed = new Set<string>();
  const running = new Set<LocalRecognition>();
  class LocalRecognition {
    lang = "";
    continuous = false;
    interimResults = false;
    onresult: ((event: object) => void) | null = null;
    onerror: ((event: object) => void) | null = null;
    onend: (() => void) | null = null;
    #results: { isFinal: boolean; 0: { transcript: string } }[] = [];
    #processLocally = false;

    static async available({ langs }: { langs: string[] }): Promise<string> {
      if (!langs.every((lang) => ["en-IN", "en-US"].includes(lang))) return "unavailable";
      return langs.every((lang) => installed.has(lang)) ? "available" : "downloadable";
    }
    static async install({ langs }: { langs: string[] }): Promise<boolean> {
      for (const lang of langs) installed.add(lang);
      return true;
    }
    get processLocally(): boolean {
      return this.#processLocally;
    }
    set processLocally(value: boolean) {
      this.#processLocally = value;
    }
    start(track?: MediaStreamTrack): void {
      if (running.has(this)) throw new DOMException("recognition has already started", "InvalidStateError");
      if (track?.kind !== "audio" || track.readyState !== "live")
        throw new DOMException("the track is not live audio", "InvalidStateError");
      if (!this.#processLocally || !installed.has(this.lang)) {
        queueMicrotask(() => {
          this.onerror?.({ error: this.#processLocally ? "language-not-supported" : "network" });
          this.onend?.();
        });
        return;
      }
      running.add(this);
    }
    abort(): void {
      if (running.delete(this)) queueMicrotask(() => this.onend?.());
    }
    hear(transcript: string, isFinal: boolean): void {
      if (this.#results.at(-1)?.isFinal === false) this.#results.pop();
      this.#results.push({ isFinal, 0: { transcript } });
      this.onresult?.({ resultIndex: this.#results.length - 1, results: this.#results });
    }
  }
  Object.assign(window, {
    SpeechRecognition: LocalRecognition,
    /** Words that the microphone hears. Returns how many recognitions listen. */
    hear: (transcript: string, isFinal: boolean) => {
      for (const recognition of running) recognition.hear(transcript, isFinal);
      return running.size;
    },
  });
}

async function hear(page: Page, transcript: string, isFinal: boolean): Promise<number> {
  return await page.evaluate(
    ([text, final]) =>
      (window as never as { hear: (text: string, isFinal: boolean) => number }).hear(text, final),
    [transcript, isFinal] as const,
  );
}

test("an answer by voice is transcribed on the device, measured, and sent as text", async ({
  page,
  codeFor,
}) => {
  await page.addInitScript(installRecognition);
  await signInPage(page, await signUpByApi("Meera", codeFor));
  const field = page.getByLabel("Explain your approach");

  await test.step("the browser loads its language, then listens", async () => {
    await page.goto("/practice?question=flatten-config");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Answer by voice" }).click();
    await expect(page.getByText("Listening. Your words stay on this device", { exact: false })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("finished sentences are added to the answer, and can be corrected by typing", async () => {
    expect(await hear(page, "I recur", false)).toBe(1);
    await hear(page, "I recurse over the keys", true);
    await expect(field).toHaveValue("I recurse over the keys");
    await hear(page, " and carry the path down ", true);
    await expect(field).toHaveValue("I recurse over the keys and carry the path down");
    await field.press("End");
    await field.pressSequentially(".");
  });

  await test.step("nothing is heard after a stop", async () => {
    await page.getByRole("button", { name: "Stop listening" }).click();
    await expect(page.getByRole("button", { name: "Answer by voice" })).toBeVisible();
    expect(await hear(page, "not this", true)).toBe(0);
    await expect(field).toHaveValue("I recurse over the keys and carry the path down.");
  });

  await test.step("the answer is stored with its measured speech", async () => {
    await page.getByRole("button", { name: "Send explanation" }).click();
    await expect(page.getByLabel(/^Defend: /)).toBeVisible();
    await page.getByRole("button", { name: "Finish question" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Finish question" }).click();
    await expect(page.getByText("I recurse over the keys and carry the path down.")).toBeVisible();
    await expect(page.getByText("Longest silence")).toBeVisible();
  });
});

test("a browser that would send the voice to a cloud does not offer it", async ({ page, codeFor }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      SpeechRecognition: class {
        start(): void {}
      },
    });
  });
  await signInPage(page, await signUpByApi("Meera", codeFor));
  await page.goto("/practice?question=flatten-config");
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByLabel("Explain your approach")).toBeVisible();
  await expect(page.getByRole("button", { name: "Answer by voice" })).toHaveCount(0);
});
