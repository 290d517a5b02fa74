import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Expects axe to find nothing once the page is still, because half-faded text has half its contrast. */
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
