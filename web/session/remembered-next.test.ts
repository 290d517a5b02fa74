import { beforeEach, expect, it, vi } from "vitest";
import { rememberNext, takeRememberedNext } from "./remembered-next.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

it("leads on once, in any tab of this browser", () => {
  rememberNext("/pricing?plan=Basic&slot=1");
  expect(takeRememberedNext()).toBe("/pricing?plan=Basic&slot=1");
  expect(takeRememberedNext()).toBeNull();
});

it("is forgotten after an hour, and never leads to another site", () => {
  vi.useFakeTimers();
  rememberNext("/pricing");
  vi.advanceTimersByTime(61 * 60_000);
  expect(takeRememberedNext()).toBeNull();
  rememberNext("https://evil.example/");
  expect(takeRememberedNext()).toBeNull();
  stored.set("greenroom.next", "{broken");
  expect(takeRememberedNext()).toBeNull();
});
