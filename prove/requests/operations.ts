import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { endpointsByRoute } from "../../server/testing/access-table.ts";
import { call } from "../lib/call.ts";
import type { RecordIds } from "../lib/callers.ts";
import { createGenerator, type JsonSchema } from "../lib/generate.ts";
import type { Random } from "../lib/random.ts";

/** These can end a sign-in or an account or change a role, so everybody is restored before each call. */
export const changesCallers =
  /signout|sign-out|sign-ins|change-password|reset-password|account-deletion|DELETE .*operator\/access|people\/\{id\}\/(block|role|delete)$/;
/** Records that other operations need are deleted last. */
const deletes = /DELETE|account-deletion|\/delete|\/erase/;

export interface Operation {
  name: string;
  endpoint: Endpoint;
  params: JsonSchema;
  query: JsonSchema;
  body: JsonSchema | null;
  /** The path of the action's preview. The action runs only with the version that the preview returned. */
  previewPath: string | null;
}

/** The operations of `/api/openapi.json`, each with its endpoint of the contract. */
export async function findOperations(base: string): Promise<Operation[]> {
  const { body } = await call(base, "GET", "/api/openapi.json");
  const served = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const names = [...endpointsByRoute.keys()];
  return [
    ...names.filter((name) => !deletes.test(name)),
    ...names.filter((name) => deletes.test(name)),
  ].flatMap((name) => {
    const endpoint = endpointsByRoute.get(name);
    if (endpoint === undefined || !served.includes(name)) throw new Error(`${name} is not in the contract`);
    const schema = (part: Endpoint["body"]) =>
      (part?.toJSONSchema({ io: "input", unrepresentable: "any" }) ?? {}) as JsonSchema;
    return [
      {
        name,
        endpoint,
        params: schema(endpoint.params),
        query: schema(endpoint.query),
        body: endpoint.body === undefined ? null : schema(endpoint.body),
        previewPath: endpointsByRoute.get(`${name}/preview`)?.path ?? null,
      },
    ];
  });
}

/** Asks for the preview of an action, as the desk does, and puts its version and its words into the request. */
export async function followPreview(
  base: string,
  { endpoint, previewPath }: Operation,
  made: { path: string; body: string | undefined },
  token: { token?: string },
): Promise<void> {
  if (previewPath === null || made.body === undefined) return;
  const { reason, version: _, typed: __, ...action } = JSON.parse(made.body);
  const path = `${made.path.split("?")[0]}/preview`;
  const { status, body } = await call(base, endpoint.method, path, { ...token, body: action });
  if (status !== 200) return;
  const confirmation = { reason: reason ?? "A reason", version: body.version };
  const words = body.typedConfirmation === null ? {} : { typed: body.typedConfirmation };
  made.body = JSON.stringify({ ...action, ...confirmation, ...words });
}

export function makeRequest(
  { endpoint, params, query, body }: Operation,
  random: Random,
  options: { hostility: number; ids: RecordIds },
) {
  const generator = createGenerator(random, {
    hostility: options.hostility,
    findIds: (place) => options.ids.find(place),
    path: endpoint.path,
  });
  let path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    generator.word(name, params.properties?.[name]),
  );
  const required = new Set(query.required ?? []);
  const isNamed = (name: string) => random.chance(required.has(name) ? 1 - options.hostility / 2 : 0.4);
  const names = Object.keys(query.properties ?? {}).filter(isNamed);
  if (random.chance(options.hostility)) names.push("unknown");
  if (names.length > 0) {
    const words = names.map((name) => `${name}=${generator.word(name, query.properties?.[name])}`);
    path += `?${words.join("&")}`;
  }
  const headers: Record<string, string> = {};
  if (random.chance(0.1)) headers["idempotency-key"] = `key-${random.below(1000)}`;
  if (body === null && !random.chance(options.hostility)) return { path, body: undefined, headers };
  const content = JSON.stringify(body === null ? {} : generator.value(body)) ?? "";
  const isBroken = random.chance(options.hostility / 4);
  return { path, body: isBroken ? content.slice(0, -1) : content, headers };
}
