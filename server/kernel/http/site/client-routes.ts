import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Written by the build of the site (web/react-router.config.ts): the paths of the browser's router. */
export const clientRoutesFile = "client-routes.json";

const routesSchema = z.array(z.string().startsWith("/"));

/**
 * Reads the paths of the browser's router, such as `/room/:id`. Returns a function that is true for a path with a page.
 * Without the list, it is true for every path.
 */
export async function readClientRoutes(directory: string): Promise<(path: string) => boolean> {
  const text = await readFile(join(directory, clientRoutesFile), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );
  if (text === null) return () => true;
  const patterns = routesSchema.parse(JSON.parse(text)).map(toPattern);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** As React Router matches: `:name` is one part of the path, and neither case nor a slash at the end matters. */
function toPattern(route: string): RegExp {
  const parts = route
    .split("/")
    .filter((part) => part !== "")
    .map((part) => (part.startsWith(":") ? "/[^/]+" : `/${part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  return new RegExp(`^${parts.join("")}/*$`, "i");
}
