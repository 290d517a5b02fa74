import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// A busy machine may need seconds to answer a call and draw the result. A test that fails waits longer; one that
// passes does not.
configure({ asyncUtilTimeout: 10_000 });

// Test files share one document and its modules, so each test leaves them as it found them.
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
});
