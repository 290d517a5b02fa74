/* What shows at once that a press was felt, while the next page is fetched (base.css). Without React, because
   page-script.ts needs it before React has started. */

/** Longer than any page takes to appear; a link may also lead to a file, after which the page stays. */
const mostMilliseconds = 20_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows that the page is being left, or that a button is being made ready; on the pressed element too. */
export function showPress(pressed: Element | null | undefined): void {
  endPress();
  pressed?.setAttribute("data-pressed", "");
  document.documentElement.dataset.going = "";
  timer = setTimeout(endPress, mostMilliseconds);
}

export function endPress(): void {
  clearTimeout(timer);
  delete document.documentElement.dataset.going;
  release();
}

function release(): void {
  for (const element of document.querySelectorAll("[data-pressed]")) element.removeAttribute("data-pressed");
}

/**
 * Shows a press from the moment the finger is down: React's part of it can take longer than a tenth of a second, and
 * browsers set `:active` late on a touch screen.
 */
export function showFingers(): void {
  const isGoing = () => "going" in document.documentElement.dataset;
  const onDown = ({ target }: Event) => {
    if (target instanceof Element && !isGoing())
      target.closest("a[href], button")?.setAttribute("data-pressed", "");
  };
  addEventListener("pointerdown", onDown, { passive: true, capture: true });
  for (const type of ["pointerup", "pointercancel"])
    addEventListener(type, () => isGoing() || release(), { passive: true, capture: true });
}

/** The link of a click that replaces the page by another document of the site, not in another tab or as a download. */
export function linkToDocumentHere(event: MouseEvent): HTMLAnchorElement | null {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey, target } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (link === null || link.hasAttribute("download") || !["", "_self"].includes(link.target)) return null;
  const { origin, pathname, search } = window.location;
  const isPartOfPage = link.hash !== "" && link.pathname === pathname && link.search === search;
  return link.origin === origin && !isPartOfPage ? link : null;
}
