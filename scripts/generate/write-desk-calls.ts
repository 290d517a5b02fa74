import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "@greenroom/contract/core/endpoint.ts";
import { accessTable, type Who } from "../../server/testing/access-table.ts";
import { safeguards } from "./desk-safeguards.ts";
import { findEndpoints } from "./lib-endpoints.ts";
import { wrap } from "./lib-wrap.ts";

/*
 * Writes docs/desk-calls.md: who may call what at the operator's desk, and which safeguards the calls have
 * against mistakes. `--verify` writes nothing and fails when the page is outdated.
 */

const page = fileURLToPath(new URL("../../docs/desk-calls.md", import.meta.url));

const callers: readonly [string, Who][] = [
  ["nobody", "nobody"],
  ["interviewee", "interviewee"],
  ["interviewer", "interviewer"],
  ["support", "support"],
  ["owner", "operator"],
];

const endpoints = (await findEndpoints())
  .flatMap((file) => file.endpoints)
  .filter(({ path }) => path.startsWith("/api/operator"))
  .sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
const pathOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const pathsOfPreviews = new Set(endpoints.filter(({ path }) => path.endsWith("/preview")).map(pathOf));

function accessRow(endpoint: Endpoint): string {
  const allowed = accessTable[pathOf(endpoint).replace(/:(\w+)/g, "{$1}")];
  if (allowed === undefined) throw new Error(`${pathOf(endpoint)} is not in server/testing/access-table.ts`);
  const answers = callers.map(([, who]) =>
    allowed.includes(who) ? "yes" : who === "nobody" ? "401" : "403",
  );
  return row([`\`${pathOf(endpoint)}\``, ...answers, endpoint.needsRecentConfirmation ? "yes" : "no"]);
}

const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** A mutating call with its preview, reason, typed text and undo, as an entry of a list. */
function safeguardEntry(endpoint: Endpoint): string {
  const known = safeguards[pathOf(endpoint)];
  if (known === undefined)
    throw new Error(`${pathOf(endpoint)} is not in scripts/generate/desk-safeguards.ts`);
  const hasPreview = pathsOfPreviews.has(`POST ${endpoint.path}/preview`);
  const hasReason = endpoint.body?.toJSONSchema({ unrepresentable: "any" }).properties?.reason !== undefined;
  if (!(hasPreview && hasReason) && known.without === undefined)
    throw new Error(`${pathOf(endpoint)} has no preview or no reason; say why in desk-safeguards.ts`);
  const parts = [
    hasPreview ? "preview" : "no preview",
    hasReason ? "reason" : "no reason",
    `typed: ${known.typed}`,
    `undo: ${known.undo}`,
  ];
  const why = known.without === undefined ? "" : ` (${known.without})`;
  return wrap(`- \`${pathOf(endpoint)}\`: ${parts.join("; ")}${why}.`).join("\n");
}

const mutating = endpoints.filter(
  (endpoint) => endpoint.method !== "GET" && !pathsOfPreviews.has(pathOf(endpoint)),
);
const unknown = Object.keys(safeguards).filter((name) => !mutating.some((one) => pathOf(one) === name));
if (unknown.length > 0)
  throw new Error(`desk-safeguards.ts names calls that do not exist: ${unknown.join()}`);

const text = `# Calls of the operator's desk

Made by \`npm run docs:desk\` from the contract, \`server/testing/access-table.ts\`, which the tests of
\`server/http/access\` call one by one, and \`scripts/generate/desk-safeguards.ts\`.

## Access

"yes" means that the call is answered while the caller's desk is open. The last column marks calls that need password
and code again after ten minutes. While the desk is closed, an operator may call only what opens it
(\`/api/operator/access\`, \`/api/operator/second-factor\`).

${row(["Call", ...callers.map(([name]) => name), "again"])}
${row(["---", ...callers.map(() => "---"), "---"])}
${endpoints.map(accessRow).join("\n")}

## Safeguards of calls that change something

The rule: a preview, a reason, a typed confirmation where money leaves or data goes, then a result with an undo where
there is an inverse. An undo is done on the current data, with its own preview and line of the audit log. Where a call
has no preview or no reason, the brackets say why.

${mutating.map(safeguardEntry).join("\n")}
`;

if (process.argv.includes("--verify")) {
  const current = await readFile(page, "utf8").catch(() => "");
  if (current !== text) {
    process.stderr.write("docs/desk-calls.md is out of date: run npm run docs:desk.\n");
    process.exitCode = 1;
  }
} else {
  await writeFile(page, text);
}
