import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useScreenAwake } from "./room-layout.tsx";

const release = vi.fn(async () => undefined);
const request = vi.fn(async (_kind: string): Promise<unknown> => ({ release }));
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });

function show(isVisible: boolean): void {
  define(document, "visibilityState", isVisible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  request.mockClear();
  release.mockClear();
  define(navigator, "wakeLock", { request });
  show(true);
});

describe("the screen of somebody in a room", () => {
  it("stays on, again after another app was in front, and no longer once they left", async () => {
    const { unmount } = renderHook(useScreenAwake);
    expect(request.mock.calls).toEqual([["screen"]]);
    show(false);
    expect(request).toHaveBeenCalledTimes(1);
    show(true);
    expect(request).toHaveBeenCalledTimes(2);
    unmount();
    await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
    show(true);
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("goes off as always in a browser that refuses or cannot keep it on", async () => {
    request.mockRejectedValueOnce(new DOMException("low battery", "NotAllowedError"));
    renderHook(useScreenAwake).unmount();
    define(navigator, "wakeLock", undefined);
    renderHook(useScreenAwake).unmount();
    expect(release).not.toHaveBeenCalled();
  });
});
