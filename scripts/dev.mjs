import { spawn } from "node:child_process";
import path from "node:path";
import { prepare } from "./lib-prepare.mjs";
import { command, ROOT, runScript } from "./lib-steps.mjs";

/* Runs both sides and reloads on changes: the server on 3000, and the pages on http://localhost:5173,
   where Vite forwards /api and the like to the server. Ctrl-C ends both, and when one ends, so does the
   other. */
const SIDES = [
  {
    args: [command("tsx", "dist/cli.mjs"), "watch", "--clear-screen=false", "server/main.ts"],
    cwd: ROOT,
    // Links in mails and the welcome message lead to the pages that reload.
    env: { GREENROOM_PUBLIC_URL: "http://localhost:5173", ...process.env },
  },
  { args: [command("@react-router/dev", "bin.js"), "dev"], cwd: path.join(ROOT, "web"), env: process.env },
];

await runScript(async () => {
  await prepare({ built: false });
  const children = SIDES.map(({ args, cwd, env }) =>
    spawn(process.execPath, args, {
      cwd,
      env,
      stdio: ["ignore", "inherit", "inherit"],
      // In a separate process group, because tsx kills a server at the second signal, even while the server drains.
      detached: process.platform !== "win32",
    }),
  );
  let asked = 0;
  const endAll = () => {
    const signal = asked++ === 0 ? "SIGTERM" : "SIGKILL";
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  process.on("SIGINT", endAll); // A second Ctrl-C ends them at once.
  process.on("SIGTERM", endAll);
  await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve, reject) => {
          child.once("error", reject);
          child.once("exit", (code) => {
            if (code && asked === 0) process.exitCode = code;
            if (asked === 0) endAll();
            resolve();
          });
        }),
    ),
  );
});
