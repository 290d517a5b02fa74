/** Gives a copy of the tree our installed packages, and returns its `node_modules`. */
export function linkDependencies(root: string, copy: string): Promise<string>;
