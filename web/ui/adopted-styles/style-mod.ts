import { StyleModule as OriginalModule } from "style-mod";

/**
 * Takes the place of CodeMirror's `style-mod` in the build (web/vite-plugins.ts). The original writes the
 * editor's styles into a style element, which the content-security policy refuses; for a shadow root it adopts a style
 * sheet instead. This makes it adopt one for the document too.
 */
export class StyleModule extends OriginalModule {
  static override mount(...[root, modules, options]: Parameters<typeof OriginalModule.mount>): void {
    OriginalModule.mount(root === document ? adoptingRoot : root, modules, options);
  }
}

/** Presents the document as a shadow root: without a head, and with adopted style sheets. */
const adoptingRoot = {
  get ownerDocument() {
    return document;
  },
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets;
  },
  set adoptedStyleSheets(sheets) {
    document.adoptedStyleSheets = sheets;
  },
} as unknown as ShadowRoot;
