import type { Page } from "@playwright/test";

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
