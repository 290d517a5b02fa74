/** Files that the server reads at run time: beside this one in the sources, beside the bundle's chunks once built. */
export const assetsDirectory = new URL("./assets/", import.meta.url);
