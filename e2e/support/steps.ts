import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { password, signUp } from "./accounts-and-rooms.ts";
import { callHarness } from "./fixtures.ts";

/** Expects that nothing scrolls sideways, and that axe finds nothing once the page is still: half-faded text has half its contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(hasRunningAnimation), { message: "the page comes to rest" })
    .toBe(false);
  // Checked in the page itself: a page of its own for the result, and the elements that pass, cost as much again.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, "scrolls sideways").toBeLessThanOrEqual(0);
}

/** Sets the size of the page's text, which people choose in their browser. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** Expects that no two controls lie over each other, as far as they are in view and scroll together. */
export async function expectNothingCollides(page: Page, where: string): Promise<void> {
  const collisions = await page.evaluate(() => {
    const inView = (element: Element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        if (getComputedStyle(box).overflow === "visible") continue;
        const clip = box.getBoundingClientRect();
        [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
        [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
      }
      return { element, left, top, right, bottom };
    };
    const isStuck = (element: Element | null): boolean =>
      element !== null &&
      (["fixed", "sticky"].includes(getComputedStyle(element).position) || isStuck(element.parentElement));
    // Rounded sizes differ by a pixel, and what only screen readers see is one pixel large.
    const controls = [
      ...document.querySelectorAll("main :is(a, button, input, select, textarea), footer button"),
    ]
      .filter((element) => !isStuck(element))
      .map(inView)
      .filter(({ left, top, right, bottom }) => right - left > 2 && bottom - top > 2);
    // Such as the button that shows a password, inside its field.
    const contains = (outer: (typeof controls)[number], inner: (typeof controls)[number]) =>
      outer.left <= inner.left &&
      outer.top <= inner.top &&
      outer.right >= inner.right &&
      outer.bottom >= inner.bottom;
    const name = ({ element }: { element: Element }) =>
      element.getAttribute("aria-label") ?? element.textContent;
    return controls.flatMap((a, index) =>
      controls
        .slice(index + 1)
        .filter(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1 &&
            !contains(a, b) &&
            !contains(b, a),
        )
        .map((b) => `${name(a)} / ${name(b)}`),
    );
  });
  expect(collisions, where).toEqual([]);
}

export const screens = { wide: { width: 1440, height: 1000 }, phone: { width: 390, height: 844 } };

/** The same on a wide screen and on a phone; the page is then as wide as before. */
export async function expectAccessibleOnAnyScreen(page: Page): Promise<void> {
  const before = page.viewportSize() ?? screens.wide;
  const sizes = Object.values(screens).filter(({ width }) => width !== before.width);
  for (const size of [...sizes, before]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

/**
 * Whether something fades or slides, two frames from now: what was just opened begins to move in the next
 * frame. Endless animations, such as a spinner, do not count. Runs in the page.
 */
async function hasRunningAnimation(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    );
}

declare global {
  interface Window {
    shiftedBy: number;
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Slows the page down as a phone is slow, and adds up how far its parts move without a press. Returns a function that
 * reads the sum of the document that is open.
 */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.shiftedBy = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.hadRecentInput) window.shiftedBy += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return async () => {
    // The observer hears of a shift after the frame that shows it.
    await page.waitForTimeout(1000);
    return await page.evaluate(() => window.shiftedBy);
  };
}

/** Lets the answers of these calls arrive late: a shift right after a press would not count. */
export async function delayAnswers(page: Page, path: string, milliseconds = 900): Promise<void> {
  await page.route(path, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.fallback();
  });
}

export const editor = (page: Page): Locator => page.getByRole("textbox", { name: "Shared code" });

/** The pad's text as shown on the screen. */
export async function codeOf(page: Page): Promise<string> {
  return await editor(page).evaluate((content) =>
    [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
  );
}

/** Replaces the text of the pad with a program. */
export async function writeProgram(page: Page, language: string, program: string): Promise<void> {
  await page.getByLabel("Language").selectOption(language);
  await editor(page).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
}

/** Signs up an owner and opens the desk with a new second factor; ends on Today. */
export async function openDesk(
  page: Page,
  owner: { firstName: string; lastName: string; email: string },
  codeFor: (email: string) => Promise<string>,
): Promise<void> {
  await signUp(page, owner, codeFor);
  await callHarness(`/grant-owner?email=${owner.email}`);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Operator's desk" }).click();
  await setUpSecondFactor(page);
}

/** From the first screen of the desk to Today. */
export async function setUpSecondFactor(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  const key = page.locator("p.font-mono");
  const secret = Secret.fromBase32(((await key.textContent()) ?? "").replaceAll(" ", ""));
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Code" }).fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await page.getByRole("button", { name: "I have saved them. Open the desk" }).click();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
}
