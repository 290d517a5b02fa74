import { afterEach, vi } from "vitest";

// Whatever a test has replaced ends with it.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
