import { useEffect, useSyncExternalStore } from "react";

/** In pixels: less is a phone on its side, or one with its keyboard out. */
const short = 500;
/** What is taken off the window by less than this, in pixels, is a bar of the browser's. */
const smallestKeyboard = 120;

function subscribe(listener: () => void): () => void {
  const view = window.visualViewport;
  view?.addEventListener("resize", listener);
  view?.addEventListener("scroll", listener);
  return () => {
    view?.removeEventListener("resize", listener);
    view?.removeEventListener("scroll", listener);
  };
}

/** Enlarged with two fingers, one sees a part of the page, and not a smaller page. */
function readHeight(): number {
  const view = window.visualViewport;
  return view ? Math.round(view.height * view.scale) : window.innerHeight;
}

/** What of the window's height can be seen, in pixels, the on-screen keyboard taken off. */
export function useVisibleHeight(): number {
  useEffect(
    () =>
      subscribe(() => {
        const view = window.visualViewport;
        // Some browsers push the page up to make room for the keyboard; here it makes room itself.
        if (view && view.offsetTop > 0 && view.scale < 1.01) window.scrollTo(0, 0);
      }),
    [],
  );
  return useSyncExternalStore(subscribe, readHeight);
}

/** Where there is no window. */
const no = () => false;

export function useIsShort(): boolean {
  return useSyncExternalStore(subscribe, () => readHeight() < short, no);
}

/** Whether the on-screen keyboard is out. */
export function useHasKeyboard(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerHeight - readHeight() > smallestKeyboard, no);
}
