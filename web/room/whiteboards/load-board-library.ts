declare global {
  interface Window {
    /** The address of Excalidraw's fonts; without it they come from a public network. */
    EXCALIDRAW_ASSET_PATH?: string;
  }
}

/** The path to which web/whiteboard-fonts-plugin.ts copies the fonts. */
const assetPath = "/assets/whiteboard/";

/** Shown instead of a board that would stop the page. */
export const tooLargeBoard =
  "This whiteboard is too large to draw here. Everything else on this page works as usual.";

/** Loads a module that imports Excalidraw, after telling Excalidraw where its fonts are. */
export function loadBoardLibrary<Module>(load: () => Promise<Module>): Promise<Module> {
  window.EXCALIDRAW_ASSET_PATH = assetPath;
  return load();
}
