import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** axe finds nothing on the page as it stands still: half-faded words have half their contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(isMoving), { message: "the page comes to rest" }).toBe(false);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

/**
 * Whether something fades or slides, two frames from now: what has just been opened begins to move in the next one.
 * What turns for ever, a spinner, does not count. Runs in the page.
 */
async function isMoving(): Promise<boolean> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  return document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    );
}
