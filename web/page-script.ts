import { endPress, linkToDocumentHere, showFingers, showPress } from "./app/press.ts";
import { openStorage } from "./session/session-store.ts";
import { attachSlideshow, attachVideo } from "./site/home/home-scripts.ts";

/* Runs at the end of every page (root.tsx): what needs no React, and the start of React. On public pages React starts
   when the visitor does something, or when the page has been loaded for a while and the browser is idle, because a
   visitor who only reads does not need it, and starting takes several tenths of a second on a slow phone. */

const attached = new WeakSet<HTMLElement>();

function attach(element: HTMLElement): void {
  if (attached.has(element)) return;
  attached.add(element);
  if (element.matches("[data-slideshow]")) attachSlideshow(element);
  if (element.matches("[data-video]")) attachVideo(element);
}

for (const element of document.querySelectorAll<HTMLElement>("[data-slideshow], [data-video]"))
  attach(element);
// React has created the element itself (`announce`), or hydrated the one above.
document.addEventListener("greenroom:created", ({ target }) => attach(target as HTMLElement));

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || target.closest("[data-dismiss-advisory]") === null) return;
  document.documentElement.dataset.advisory = "off";
  openStorage("localStorage").setItem("greenroom.advisory-dismissed", "yes");
});

/**
 * The server's times have the name of their zone for a visitor elsewhere, until React writes those of their own. Compared
 * by offset, because the browser's first use of `Intl` takes 30 ms.
 */
const offset = document.querySelector<HTMLElement>("[data-utc-offset]")?.dataset.utcOffset;
const isElsewhere = offset !== undefined && Number(offset) !== new Date().getTimezoneOffset() * -60_000;
document.documentElement.toggleAttribute("data-elsewhere", isElsewhere);

let isInteractive = false;
document.addEventListener("greenroom:interactive", () => {
  isInteractive = true;
});
/** A frame whose files cannot be fetched would load for ever. */
function showLoadFailure(): void {
  const frame = document.querySelector("main [role=status]");
  if (isInteractive || frame === null) return;
  const again = document.createElement("a");
  again.href = window.location.href;
  again.className = "link";
  again.textContent = "Try again";
  frame.replaceChildren("This page could not be loaded. Check your connection. ", again);
}
// A file that the page's first script imports, and one that it loads itself.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && showLoadFailure(), true);
addEventListener("unhandledrejection", ({ reason }) => reason instanceof TypeError && showLoadFailure());

/** Has the script that starts React, if it waits (entry.server.tsx). */
const waiting = document.querySelector<HTMLTemplateElement>("template[data-start]");
const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel="later"]')];
let isStarted = waiting === null;
let pause = 1_000;

function fetchFiles(): void {
  for (const link of files) link.rel = "modulepreload";
}

/** Runs one file at a time, so that the browser can respond in between. Tries again if one could not be fetched. */
async function start(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  try {
    fetchFiles();
    for (const { href } of files) {
      // The last file, which the waiting script imports itself.
      if (href.includes("/entry.client")) continue;
      await import(/* @vite-ignore */ href);
      await new Promise((resolve) => setTimeout(resolve));
    }
    waiting?.replaceWith(waiting.content);
  } catch {
    isStarted = false;
    pause *= 2;
    setTimeout(start, pause);
  }
}

const firstActions = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"];
for (const type of firstActions) addEventListener(type, start, { once: true, passive: true, capture: true });
addEventListener("load", () => {
  fetchFiles();
  // A signed-in user's page has more than the built one, and so has one for a chosen slot or in another zone.
  const hasMore =
    isElsewhere ||
    document.documentElement.hasAttribute("data-session") ||
    new URLSearchParams(window.location.search).has("slot");
  setTimeout(
    () => {
      if ("requestIdleCallback" in window && !hasMore) requestIdleCallback(start, { timeout: 2_000 });
      else void start();
    },
    hasMore ? 0 : 2_500,
  );
});

/** The button that was pressed before React could respond; undefined once it responds. */
let pressed: HTMLElement | null | undefined = null;
addEventListener(
  "click",
  (event) => {
    if (pressed === undefined) return;
    void start();
    if (pressed) endPress();
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("button") : null;
    pressed = button?.closest("[popovertarget], [data-no-react]") ? null : button;
    if (pressed === null) return;
    showPress(pressed);
    event.preventDefault();
    // React may listen already, and the press would count twice.
    event.stopPropagation();
  },
  true,
);
document.addEventListener("greenroom:interactive", () => {
  const button = pressed;
  pressed = undefined;
  if (!button) return;
  endPress();
  if (button.isConnected) button.click();
});
showFingers();
// Before React hears of it, which on a slow phone takes longer to respond. A page of React ends the sign when it appears.
for (const isFirst of [true, false])
  addEventListener(
    "click",
    (event) => {
      const link = linkToDocumentHere(event);
      if (link !== null && !(isFirst && link.pathname === window.location.pathname)) showPress(link);
    },
    isFirst,
  );
// The browser may show a page again that was left.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) endPress();
});
// A form is sent by a script only: the browser itself would put a password into the address. Filters belong there.
addEventListener("submit", (event) => {
  if (event.target instanceof HTMLElement && event.target.matches("[data-search]"))
    showPress(event.submitter);
  else event.preventDefault();
});
