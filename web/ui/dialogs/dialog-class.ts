export const overlayClass = "fixed inset-0 z-50 animate-fade bg-[rgb(6_20_15/0.55)] backdrop-blur-[2px]";

/**
 * A dialog in the middle of the screen; on a phone it is above the bottom edge, within the thumb's reach. A field that
 * gets the focus is scrolled to where its ring and the buttons below it can be seen.
 */
export const dialogClass =
  "fixed inset-x-4 bottom-4 z-50 mx-auto max-h-[calc(100dvh-2rem)] animate-rise scroll-pb-24 scroll-pt-6 overflow-y-auto rounded-lg border border-line bg-card p-6 text-ink shadow-high focus:outline-none sm:bottom-auto sm:top-1/2 sm:-translate-y-1/2 sm:p-7";
