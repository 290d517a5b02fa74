import { fireEvent } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  // The script is part of the prerendered page only.
  vi.stubEnv("SSR", true);
  document.head.innerHTML =
    '<link rel="late-modulepreload" href="/assets/entry.client.js"><script type="late-module">globalThis.ran = 1</script>';
  document.body.innerHTML = '<button><span>Choose Pro</span></button><form><input name="password"></form>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  globalThis.earlyPressTarget = undefined;
});

/** Opens a page that ends with the script. */
async function openPage() {
  const { startupScript, replayEarlyPress } = await import("./startup-script.ts");
  new Function(startupScript)();
  return { replayEarlyPress };
}

const startedScripts = () => document.head.querySelectorAll('script[type="module"]').length;
const isDownloading = () => document.querySelector('link[rel="modulepreload"]') !== null;
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("a page whose scripts the server deferred", () => {
  it("downloads them after the load, and runs them when it has been idle", async () => {
    await openPage();
    expect([isDownloading(), startedScripts()]).toEqual([false, 0]);
    dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(500);
    expect([isDownloading(), startedScripts()]).toEqual([true, 0]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(startedScripts()).toBe(1);
  });

  it.each(["pointermove", "keydown", "touchstart", "scroll", "focusin"])(
    "runs them once at the first %s",
    async (type) => {
      await openPage();
      dispatchEvent(new Event(type));
      await settle();
      dispatchEvent(new Event(type));
      await settle();
      expect([isDownloading(), startedScripts()]).toEqual([true, 1]);
    },
  );

  it("runs them as soon as it is painted for a signed-in user, whose header has other links", async () => {
    localStorage.setItem("greenroom.token", "a token");
    let paint = () => {};
    vi.stubGlobal(
      "PerformanceObserver",
      class {
        constructor(onPaint: () => void) {
          paint = onPaint;
        }
        observe() {}
      },
    );
    await openPage();
    expect(startedScripts()).toBe(0);
    paint();
    await settle();
    expect(startedScripts()).toBe(1);
  });

  it("runs them soon after the load for a signed-in user whose browser does not say when it paints", async () => {
    localStorage.setItem("greenroom.token", "a token");
    vi.stubGlobal("PerformanceObserver", undefined);
    await openPage();
    dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(500);
    expect(startedScripts()).toBe(1);
  });

  it("runs them at once in a tab in the background, which paints nothing", async () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await openPage();
    await settle();
    expect(startedScripts()).toBe(1);
  });

  it.each<[string, () => unknown]>([
    ["after a pause", () => vi.advanceTimersByTimeAsync(2_000)],
    ["at a press", () => fireEvent.click(document.querySelector("button") as HTMLElement)],
  ])("tries again %s when one of them could not be fetched", async (_, tryAgain) => {
    document.head.insertAdjacentHTML("beforeend", '<link rel="late-modulepreload" href="/assets/page.js">');
    const [, file] = document.querySelectorAll<HTMLLinkElement>("link");
    await openPage();
    dispatchEvent(new Event("keydown"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startedScripts()).toBe(0);
    // No import succeeds in this test's document, so the page must not name the file any more.
    file?.setAttribute("href", "/assets/entry.client.js");
    await tryAgain();
    await settle();
    expect(startedScripts()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(startedScripts()).toBe(1);
  });

  it("runs them when the browser allows no storage", async () => {
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("no storage", "SecurityError");
    });
    await openPage();
    dispatchEvent(new Event("keydown"));
    await settle();
    expect(startedScripts()).toBe(1);
  });
});

describe("before the scripts run", () => {
  it("remembers the button that was pressed, and presses it again once", async () => {
    const { replayEarlyPress } = await openPage();
    const button = document.querySelector("button") as HTMLButtonElement;
    fireEvent.click(button.querySelector("span") as HTMLElement);
    const pressed = vi.fn();
    button.addEventListener("click", pressed);
    replayEarlyPress();
    expect(pressed).toHaveBeenCalledOnce();
    replayEarlyPress();
    expect(pressed).toHaveBeenCalledOnce();
    // From now on presses reach the page itself.
    fireEvent.click(button);
    replayEarlyPress();
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it("counts a press once that arrives while React starts", async () => {
    document.body.innerHTML = "<main></main>";
    const main = document.querySelector("main") as HTMLElement;
    const pressed = vi.fn();
    const submitted = vi.fn((event: Event) => event.preventDefault());
    const page = (
      <form onSubmit={({ nativeEvent }) => submitted(nativeEvent)}>
        <button type="submit" onClick={pressed}>
          Send
        </button>
      </form>
    );
    main.innerHTML = renderToString(page);
    const { replayEarlyPress } = await openPage();
    const root = hydrateRoot(main, page);
    fireEvent.click(main.querySelector("button") as HTMLElement);
    expect([pressed, submitted].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    replayEarlyPress();
    expect([pressed, submitted].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    root.unmount();
  });

  it("forgets a press of a button that is gone", async () => {
    const { replayEarlyPress } = await openPage();
    const button = document.querySelector("button") as HTMLButtonElement;
    fireEvent.click(button);
    const pressed = vi.fn();
    button.addEventListener("click", pressed);
    button.remove();
    replayEarlyPress();
    expect(pressed).not.toHaveBeenCalled();
  });

  it("forgets a press if the next one is beside the buttons", async () => {
    const { replayEarlyPress } = await openPage();
    const button = document.querySelector("button") as HTMLButtonElement;
    const pressed = vi.fn();
    fireEvent.click(button);
    button.addEventListener("click", pressed);
    fireEvent.click(document.querySelector("form") as HTMLElement);
    replayEarlyPress();
    expect(pressed).not.toHaveBeenCalled();
  });

  it("keeps the browser from sending a form, whose password would be in the address", async () => {
    await openPage();
    const form = document.querySelector("form") as HTMLFormElement;
    // False means that the default was prevented.
    expect(fireEvent.submit(form)).toBe(false);
  });
});
