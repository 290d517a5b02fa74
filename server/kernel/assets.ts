/**
 * Files that the server reads at run time: beside this file in the sources, beside the bundle's chunks in the
 * build.
 */
export const assetsDirectory = new URL("./assets/", import.meta.url);
