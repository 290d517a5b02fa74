/** The round buttons beside the language. A finger needs a larger target than a mouse. */
export const toolButtonClass =
  "grid size-9 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink max-sm:size-11";
