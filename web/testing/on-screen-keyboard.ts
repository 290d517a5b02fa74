import { vi } from "vitest";

/** A phone whose on-screen keyboard is open, until the test ends. */
export function openKeyboard(): void {
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
  const view = { height: window.innerHeight - 260, scale: 1, offsetTop: 0 };
  vi.stubGlobal("visualViewport", Object.assign(new EventTarget(), view));
}
