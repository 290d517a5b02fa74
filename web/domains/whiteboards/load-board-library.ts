declare global {
  interface Window {
    /** Where Excalidraw finds its fonts; without it they come from a public network. */
    EXCALIDRAW_ASSET_PATH?: string;
  }
}

/** Where web/whiteboard-fonts-plugin.ts puts the fonts. */
const assetPath = "/assets/whiteboard/";

/** Loads a module that imports Excalidraw, after telling Excalidraw where its fonts are. */
export function loadBoardLibrary<Module>(load: () => Promise<Module>): Promise<Module> {
  window.EXCALIDRAW_ASSET_PATH = assetPath;
  return load();
}
