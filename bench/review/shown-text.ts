import type { Locator } from "@playwright/test";

/** A piece of text that a person can see: of an element, or the value of a field. */
export interface ShownText {
  text: string;
  isValue: boolean;
}

/** All text that a part of the page shows, also below the fold; without options of a closed list. */
export async function readShownText(part: Locator): Promise<ShownText[]> {
  return await part.evaluate((root) => {
    const found: { element: Element; text: string; isValue: boolean }[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { textContent, parentElement: element } = walker.currentNode;
      if (element === null || element.closest("option, textarea") !== null) continue;
      found.push({ element, text: textContent?.trim() ?? "", isValue: false });
    }
    for (const element of root.querySelectorAll("textarea"))
      found.push({ element, text: element.value.trim(), isValue: true });
    return found.flatMap(({ element, text, isValue }) => {
      const { width, height } = element.getBoundingClientRect();
      // Text for screen readers alone has a size of one pixel.
      const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
      return isShown && text !== "" ? [{ text, isValue }] : [];
    });
  });
}
