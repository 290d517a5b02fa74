/* A document without a browser has neither canvas nor fonts. Import this before a module that measures texts. */

/** As wide as a character of a plain font is on average, in pixels. */
const characterWidth = 9;

Object.assign(HTMLCanvasElement.prototype, {
  getContext: () => ({
    filter: "none",
    measureText: (text: string) => ({ width: text.length * characterWidth }),
  }),
});
Object.assign(globalThis, { FontFace: class {} });
