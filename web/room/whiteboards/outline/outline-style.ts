/** The longest name of a box that the outline takes. */
export const maxNameCharacters = 200;
/** A finger needs a larger target than a mouse. */
export const smallButtonClass = "!min-h-9 !py-1 text-sm max-lg:!min-h-11";
