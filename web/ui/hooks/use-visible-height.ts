import { useEffect, useSyncExternalStore } from "react";

/** In pixels: less means a phone in landscape, or one with its keyboard open. */
const shortHeight = 500;
/** If the window loses less than this, in pixels, the cause is a bar of the browser. */
const minKeyboardHeight = 120;

function subscribe(listener: () => void): () => void {
  const view = window.visualViewport;
  view?.addEventListener("resize", listener);
  view?.addEventListener("scroll", listener);
  return () => {
    view?.removeEventListener("resize", listener);
    view?.removeEventListener("scroll", listener);
  };
}

/** With pinch zoom one sees a part of the page, not a smaller page. */
function readHeight(): number {
  const view = window.visualViewport;
  return view ? Math.round(view.height * view.scale) : window.innerHeight;
}

/** The visible height of the window, in pixels, without the on-screen keyboard. */
export function useVisibleHeight(): number {
  useEffect(
    () =>
      subscribe(() => {
        const view = window.visualViewport;
        // Some browsers scroll the page up to make room for the keyboard, but this page makes room itself.
        if (view && view.offsetTop > 0 && view.scale < 1.01) window.scrollTo(0, 0);
      }),
    [],
  );
  return useSyncExternalStore(subscribe, readHeight);
}

/** At build time there is no window. */
const serverSnapshot = () => false;

export function useIsShortViewport(): boolean {
  return useSyncExternalStore(subscribe, () => readHeight() < shortHeight, serverSnapshot);
}

/** Whether the on-screen keyboard is open. */
export function useIsKeyboardOpen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.innerHeight - readHeight() > minKeyboardHeight,
    serverSnapshot,
  );
}
