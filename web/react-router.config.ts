import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { paths, readingPages } from "./paths.ts";

type Routes = Parameters<NonNullable<Config["buildEnd"]>>[0]["reactRouterConfig"]["routes"];

/**
 * Signed-in screens that begin with their frame, and load all their files at once. Others get the shell, which knows
 * neither.
 */
const framedPages = [
  paths.mySessions,
  paths.progress,
  paths.profile,
  paths.booking,
  paths.practice,
  paths.calendar,
  paths.weeklyHours,
  paths.earnings,
  paths.history,
  paths.ownQuestions,
  paths.ownPage,
  paths.interviewerAccount,
];

/** The full paths of all pages, without those for everything else (`*`). */
function listPaths(routes: Routes): string[] {
  const pathOf = (id: string): string => {
    const { parentId, path = "" } = routes[id] ?? {};
    return `${parentId === undefined ? "" : pathOf(parentId)}${path === "" ? "" : `/${path}`}`;
  };
  const paths = Object.keys(routes).map((id) => pathOf(id) || "/");
  return [...new Set(paths)].filter((path) => !path.endsWith("*")).sort();
}

export default {
  appDirectory: ".",
  ssr: false,
  // Pages that are the same for everyone are prerendered, and the frames of screens; all others get the empty shell.
  prerender: [...readingPages, paths.signIn, paths.signUp, ...framedPages],
  // The server answers 404 for paths that are not in this list (server/site/static-site.ts).
  async buildEnd({ reactRouterConfig: { buildDirectory, routes } }) {
    await writeFile(join(buildDirectory, "client", "client-routes.json"), JSON.stringify(listPaths(routes)));
  },
} satisfies Config;
