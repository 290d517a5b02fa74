import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Endpoint } from "@greenroom/contract/core/endpoint.ts";
import { rateLimitRules } from "@greenroom/contract/core/rate-limits.ts";
import { findEndpoints } from "./lib-endpoints.ts";
import { wrap } from "./lib-wrap.ts";

/* Writes docs/api.md from the contract. `--verify` writes nothing and fails when the page is outdated. */

const page = fileURLToPath(new URL("../../docs/api.md", import.meta.url));

/** The names of an object's fields, optional ones marked; for any other type its name. */
function fieldsOf(schema: Endpoint["body"], io: "input" | "output"): string {
  if (schema === undefined) return "";
  const json = schema.toJSONSchema({ io, unrepresentable: "any" }) as {
    type?: string;
    properties?: Record<string, unknown>;
    required?: string[];
    items?: { properties?: Record<string, unknown> };
    anyOf?: { properties?: Record<string, unknown> }[];
  };
  if (json.type === "array") {
    const properties = Object.keys(json.items?.properties ?? {});
    return properties.length === 0 ? "a list" : `a list of {${properties.join(", ")}}`;
  }
  const properties = Object.keys(json.properties ?? json.anyOf?.[0]?.properties ?? {});
  const required = new Set(json.required ?? properties);
  return properties.map((name) => (io === "input" && !required.has(name) ? `${name}?` : name)).join(", ");
}

function entryOf(endpoint: Endpoint): string {
  const request = [
    endpoint.multipart === undefined ? "" : `multipart \`${endpoint.multipart}\``,
    fieldsOf(endpoint.query, "input") === "" ? "" : `query: ${fieldsOf(endpoint.query, "input")}`,
    fieldsOf(endpoint.body, "input"),
  ].filter((part) => part !== "");
  const answer = [String(endpoint.status), fieldsOf(endpoint.output, "output")].filter((part) => part !== "");
  return [
    ...wrap(`- \`${endpoint.method} ${endpoint.path}\` (${endpoint.access}): ${endpoint.summary}.`),
    ...(request.length === 0 ? [] : wrap(`  Request: ${request.join("; ")}.`)),
    ...wrap(`  Answer: ${answer.join(" ")}.${limitOf(endpoint)}`),
  ].join("\n");
}

function limitOf({ limit, conditionalLimit }: Endpoint): string {
  const name = limit ?? conditionalLimit?.name;
  if (name === undefined) return "";
  const { points, seconds } = rateLimitRules[name];
  const period = seconds === 3600 ? "hour" : `${seconds / 60} minutes`;
  const counts = conditionalLimit === undefined ? "" : `, counting ${conditionalLimit.counts}`;
  return ` Limit: ${points} per ${name.endsWith("-by-user") ? "user" : "address"} and ${period} (\`${name}\`)${counts}.`;
}

const sections = (await findEndpoints()).map(
  ({ file, endpoints }) => `## contract/${file}\n\n${endpoints.map(entryOf).join("\n")}\n`,
);
const text = `# API

Made from the contract by \`npm run docs:api\`; the running server answers the same as OpenAPI at \`/api/openapi.json\`.
Calls other than public ones need \`Authorization: Bearer <token>\`. Bodies are strict: an unknown key is refused. Every
error is \`{msg, code, details?, requestId}\`. A list with \`limit\` and \`after\` has pages: the header
\`Link: <address>; rel="next"\` names the next one.

${sections.join("\n")}`;

if (process.argv.includes("--verify")) {
  const current = await readFile(page, "utf8").catch(() => "");
  if (current !== text) {
    process.stderr.write("docs/api.md is out of date: run npm run docs:api.\n");
    process.exitCode = 1;
  }
} else {
  await writeFile(page, text);
}
