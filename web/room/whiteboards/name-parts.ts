/** Parts of Excalidraw that screen readers find without a name, and which it has no option for. */
const names: readonly { selector: string; attributes: Readonly<Record<string, string>> }[] = [
  { selector: ".main-menu-trigger", attributes: { "aria-label": "Menu of the board" } },
  // Inside the page, this is not the page's footer.
  { selector: ".layer-ui__wrapper__footer", attributes: { role: "group", "aria-label": "Zoom and undo" } },
  { selector: ".color-picker-container", attributes: { "aria-label": "Colors" } },
];

/** Names the parts, also those that appear later. For the `ref` of the board's element; returns a function that ends it. */
export function nameParts(board: HTMLElement | null): (() => void) | undefined {
  if (board === null) return undefined;
  const name = () => {
    for (const { selector, attributes } of names)
      for (const part of board.querySelectorAll(selector))
        for (const [attribute, value] of Object.entries(attributes))
          if (part.getAttribute(attribute) !== value) part.setAttribute(attribute, value);
  };
  name();
  const observer = new MutationObserver(name);
  observer.observe(board, { childList: true, subtree: true });
  return () => observer.disconnect();
}
