import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";

/** The current time, updated at this interval. */
export function useNow(everyMilliseconds = 60_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return now;
}

/** Calls `onReturn` when the person comes back to this tab: another one may have changed what it shows. */
export function useOnReturn(onReturn: () => void): void {
  const onEvent = useEffectEvent(() => document.visibilityState === "visible" && onReturn());
  useEffect(() => {
    const listen = () => onEvent();
    document.addEventListener("visibilitychange", listen);
    return () => document.removeEventListener("visibilitychange", listen);
  }, []);
}

/** Whether the window matches the query (`(min-width: 48rem)`), updated when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/**
 * Whether an element is at least this wide, in pixels, updated when its size changes; false until it is
 * drawn.
 */
export function useMinWidth(element: RefObject<HTMLElement | null>, minWidth: number): boolean {
  const [isWideEnough, setWideEnough] = useState(false);
  useEffect(() => {
    const observed = element.current;
    if (!observed) return;
    const observer = new ResizeObserver(() => setWideEnough(observed.clientWidth >= minWidth));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, minWidth]);
  return isWideEnough;
}

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
    () => window.innerHeight - readHeight() > minKeyboardHeight || isPageShortened(),
    serverSnapshot,
  );
}

/** The height in pixels of what covers the lower end of the window, such as the on-screen keyboard. */
export function useCoveredHeight(): number {
  return useSyncExternalStore(
    subscribe,
    () =>
      Math.max(0, Math.round(window.innerHeight - readHeight() - (window.visualViewport?.offsetTop ?? 0))),
    () => 0,
  );
}

/** Browsers inside other apps shorten the page itself: a phone held upright is this short only while somebody types. */
function isPageShortened(): boolean {
  const isTyping = document.activeElement?.matches("input, textarea, [contenteditable='true']") ?? false;
  return (
    isTyping &&
    readHeight() < shortHeight &&
    window.matchMedia("(pointer: coarse) and (width < 34rem)").matches
  );
}

export interface CopyState {
  /** Whether the browser copied this text; null before the first attempt. */
  copied: boolean | null;
  copy: () => void;
}

/**
 * Copies a text to the clipboard. Browsers may refuse, and offer no clipboard at all on a page without https.
 */
export function useCopyToClipboard(text: string): CopyState {
  const [lastAttempt, setLastAttempt] = useState<{ text: string; isDone: boolean } | null>(null);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setLastAttempt({ text, isDone: true });
    } catch (error) {
      console.warn("The browser did not allow copying", error);
      setLastAttempt({ text, isDone: false });
    }
  }
  return { copied: lastAttempt?.text === text ? lastAttempt.isDone : null, copy: () => void copy() };
}

/**
 * Runs one piece of work at a time: a second press before the first has ended does nothing and returns
 * undefined, even before the button has been drawn as pending.
 */
export function useOneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result | undefined> {
  const isRunning = useRef(false);
  return useCallback(async (work) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await work();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
