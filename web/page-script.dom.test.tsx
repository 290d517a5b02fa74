import { fireEvent } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { offsetAt } from "./format/local-time.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  document.head.innerHTML = '<link rel="later" href="/assets/entry.client.js">';
  document.body.innerHTML =
    '<button><span>Choose Pro</span></button><form><input name="password"></form>' +
    '<template data-start><script type="text/plain">start()</script></template>';
});
afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.documentElement.removeAttribute("data-session");
  document.documentElement.removeAttribute("data-elsewhere");
});

/** Opens a page that ends with the script. */
const openPage = async () => await import("./page-script.ts");
const becomeInteractive = () => document.dispatchEvent(new Event("greenroom:interactive"));
const startedScripts = () => document.querySelectorAll("body > script").length;
const settle = () => vi.advanceTimersByTimeAsync(0);
const signs = () => [
  "going" in document.documentElement.dataset,
  document.querySelectorAll("[data-pressed]").length,
];
const button = () => document.querySelector("button") as HTMLButtonElement;

describe("a page whose scripts wait", () => {
  it("runs them when it has been idle", async () => {
    await openPage();
    dispatchEvent(new Event("load"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startedScripts()).toBe(0);
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
      expect(startedScripts()).toBe(1);
    },
  );

  it("runs them after the load for a signed-in user, whose page has more", async () => {
    document.documentElement.dataset.session = "";
    await openPage();
    expect(startedScripts()).toBe(0);
    dispatchEvent(new Event("load"));
    await settle();
    expect(startedScripts()).toBe(1);
  });

  it.each([
    ["elsewhere, and runs them after the load", "Pacific/Kiritimati", true],
    ["in its own zone", Intl.DateTimeFormat().resolvedOptions().timeZone, false],
  ])(
    "compares the zone of the server's times with that of a visitor %s",
    async (_where, timeZone, isElsewhere) => {
      const offset = offsetAt(Date.now(), timeZone);
      document.body.insertAdjacentHTML("beforeend", `<div data-utc-offset="${offset}"></div>`);
      await openPage();
      expect(document.documentElement.hasAttribute("data-elsewhere")).toBe(isElsewhere);
      dispatchEvent(new Event("load"));
      await settle();
      expect(startedScripts()).toBe(isElsewhere ? 1 : 0);
    },
  );

  it.each<[string, () => unknown]>([
    ["after a pause", () => undefined],
    ["at a press", () => fireEvent.click(button())],
  ])("tries again %s when one of them could not be fetched", async (_, tryAgain) => {
    document.head.insertAdjacentHTML("beforeend", '<link rel="later" href="/assets/page.js">');
    const [, file] = document.querySelectorAll<HTMLLinkElement>("link");
    await openPage();
    dispatchEvent(new Event("keydown"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(startedScripts()).toBe(0);
    // No import succeeds in this test's document, so the page must not name the file any more.
    file?.setAttribute("href", "/assets/entry.client.js");
    tryAgain();
    await vi.waitFor(() => expect(startedScripts()).toBe(1), { timeout: 30_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(startedScripts()).toBe(1);
  });
});

describe("before React responds", () => {
  it("remembers the button that was pressed, and presses it again once", async () => {
    await openPage();
    fireEvent.click(button().querySelector("span") as HTMLElement);
    const pressed = vi.fn();
    button().addEventListener("click", pressed);
    becomeInteractive();
    expect(pressed).toHaveBeenCalledOnce();
    becomeInteractive();
    expect(pressed).toHaveBeenCalledOnce();
    // From now on presses reach the page itself.
    fireEvent.click(button());
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it("lets a press reach what needs no React", async () => {
    button().setAttribute("data-no-react", "");
    await openPage();
    const pressed = vi.fn();
    button().addEventListener("click", pressed);
    fireEvent.click(button());
    becomeInteractive();
    expect(pressed).toHaveBeenCalledOnce();
  });

  it("shows a finger on a button while it is there", async () => {
    await openPage();
    fireEvent.pointerDown(button());
    expect(signs()).toEqual([false, 1]);
    fireEvent.pointerCancel(button());
    expect(signs()).toEqual([false, 0]);
  });

  it("shows at once that a press was felt, until it is answered", async () => {
    await openPage();
    fireEvent.click(button());
    expect(signs()).toEqual([true, 1]);
    becomeInteractive();
    expect(signs()).toEqual([false, 0]);
  });

  it("forgets a press of a button that is gone", async () => {
    await openPage();
    const pressed = vi.fn();
    const gone = button();
    fireEvent.click(gone);
    gone.addEventListener("click", pressed);
    gone.remove();
    becomeInteractive();
    expect(pressed).not.toHaveBeenCalled();
  });

  it("forgets a press if the next one is beside the buttons", async () => {
    await openPage();
    const pressed = vi.fn();
    fireEvent.click(button());
    button().addEventListener("click", pressed);
    fireEvent.click(document.querySelector("form") as HTMLElement);
    becomeInteractive();
    expect(pressed).not.toHaveBeenCalled();
    expect(signs()).toEqual([false, 0]);
  });

  it("keeps the browser from sending a form, whose password would be in the address", async () => {
    await openPage();
    // False means that the default was prevented.
    expect(fireEvent.submit(document.querySelector("form") as HTMLFormElement)).toBe(false);
  });
});

it("closes the advice for phones in this browser, also while React is not there", async () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    '<button data-no-react data-dismiss-advisory id="close"></button>',
  );
  await openPage();
  fireEvent.click(document.querySelector("#close") as HTMLElement);
  expect(document.documentElement.dataset.advisory).toBe("off");
  expect(localStorage.getItem("greenroom.advisory-dismissed")).toBe("yes");
});

it.each([
  ['<a href="/pricing">Pricing</a>', true],
  ['<a href="/pricing" target="_blank">Pricing</a>', false],
  ['<a href="/files/1" download>The file</a>', false],
  ['<a href="mailto:us@greenroom.example">Write to us</a>', false],
  ['<a href="#questions">Questions</a>', false],
])("shows that the next page is on its way, if one is: %s", async (html, isShown) => {
  document.body.insertAdjacentHTML("beforeend", html);
  await openPage();
  fireEvent.click(document.querySelector("a") as HTMLElement);
  expect(signs()).toEqual([isShown, isShown ? 1 : 0]);
  // The browser shows a page again that was left.
  dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(signs()).toEqual([false, 0]);
});
