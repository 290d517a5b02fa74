import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { prepare } from "./lib-prepare.mjs";
import { capture, command, ROOT, runScript } from "./lib-steps.mjs";

/* Every check that does not run the product. One line per check; a failing one shows its output. */
const TSC = command("typescript", "bin/tsc");

/** The compiler's results are kept beside the dependencies, so that a second check only looks at changes. */
function types(project) {
  const kept = path.join(
    ROOT,
    "node_modules/.cache/greenroom",
    `types-${path.parse(project).name}.tsbuildinfo`,
  );
  return [TSC, "-p", project, "--noEmit", "--incremental", "--tsBuildInfoFile", kept];
}

const CHECKS = [
  {
    name: "types: web",
    run: [[command("@react-router/dev", "bin.js"), "typegen", "web"], types("web")],
  },
  { name: "types: server", run: [types("server")] },
  { name: "types: contract", run: [types("contract")] },
  { name: "types: questions", run: [types("questions")] },
  { name: "types: tests and scripts", run: [types("tsconfig.json")] },
  { name: "style (biome)", run: [[command("@biomejs/biome", "bin/biome"), "ci", "--colors=off", "."]] },
  {
    name: "import rules (dependency-cruiser)",
    needs: ".dependency-cruiser.cjs",
    run: [
      [
        command("dependency-cruiser", "bin/dependency-cruise.mjs"),
        ...["--config", ".dependency-cruiser.cjs", "contract", "questions", "server", "web"],
        ...["e2e", "bench", "eval", "prove", "scripts"],
      ],
    ],
  },
  {
    name: "tables: one area writes each",
    run: [[path.join(ROOT, "scripts/checks/check-table-owners.mjs")]],
  },
  { name: "unused code (knip)", run: [[command("knip", "bin/knip.js")]] },
  {
    name: "code that only tests use (knip)",
    run: [
      [
        command("knip", "bin/knip.js"),
        ...["--production", "--config", "knip.production.json", "--include", "files,exports,nsExports"],
      ],
    ],
  },
  {
    name: "dependencies: pins, hashes, install scripts",
    run: [[path.join(ROOT, "scripts/checks/check-dependencies.mjs")]],
  },
  {
    name: "migrations: no landed one was edited",
    run: [[path.join(ROOT, "scripts/checks/check-migrations.mjs")]],
  },
  {
    name: "database types match the migrations",
    run: [[command("tsx", "dist/cli.mjs"), "scripts/generate/generate-db-types.ts", "--verify"]],
  },
];

await runScript(async () => {
  await prepare({ built: false });
  const waiting = CHECKS.filter(({ needs }) => !needs || existsSync(path.join(ROOT, needs)));
  const failures = [];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const start = Date.now();
      const failure = await firstFailure(check);
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      process.stdout.write(
        `${failure === null ? "ok    " : "FAILED"}  ${seconds.padStart(5)} s  ${check.name}\n`,
      );
      if (failure !== null) failures.push({ check, failure });
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, worker));
  for (const { check, failure } of failures) process.stdout.write(`\n── ${check.name}\n${failure.trim()}\n`);
  process.exitCode = failures.length > 0 ? 1 : 0;
});

async function firstFailure({ run }) {
  for (const args of run) {
    const { code, output } = await capture(process.execPath, args, {
      env: { NO_COLOR: "1", FORCE_COLOR: "0" },
    });
    if (code !== 0) return output || `It ended with code ${code}.`;
  }
  return null;
}
