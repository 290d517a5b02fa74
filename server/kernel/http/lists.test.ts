import { expect, it } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { boundedLists, boundedParts } from "../../testing/bounded-lists.ts";

interface Schema {
  type?: string;
  maxItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  parameters?: { name: string }[];
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** The paths of all lists in an answer without a stated number of rows: `[]`, `.transactions[]`, `[].people[]`. */
function findOpenLists(schema: Schema, path = ""): string[] {
  const { items, prefixItems = [], properties = {}, additionalProperties } = schema;
  const isList = schema.type === "array" && schema.maxItems === undefined && prefixItems.length === 0;
  const isMap = typeof additionalProperties === "object";
  return [
    ...(isList ? [`${path}[]`] : []),
    ...(isMap ? [`${path}{}`] : []),
    ...(items === undefined ? [] : findOpenLists(items, `${path}[]`)),
    ...(isMap ? findOpenLists(additionalProperties, `${path}{}`) : []),
    ...prefixItems.flatMap((part) => findOpenLists(part, `${path}[]`)),
    ...Object.entries(properties).flatMap(([name, part]) => findOpenLists(part, `${path}.${name}`)),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap(
      (parts) => parts?.flatMap((part) => findOpenLists(part, path)) ?? [],
    ),
  ];
}

/** The list that the pages of an endpoint divide. */
const pagedLists = ["[]", ".transactions[]"];

/** Every list of the API whose rows neither its schema nor pages bound, as `GET /api/things .rows[]`. */
async function listOpenLists(): Promise<string[]> {
  const app = await createTestApp();
  const { body } = await app.call("GET", "/api/openapi.json");
  await app.close();
  const paths: Record<string, Record<string, Operation>> = body.paths;
  const lists = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], responses = {} }]) => {
      const names = parameters.map(({ name }) => name);
      const hasPages = names.includes("limit") && names.includes("after");
      return (
        Object.entries(responses)
          .filter(([status]) => status.startsWith("2"))
          .flatMap(([, { content = {} }]) => Object.values(content))
          .flatMap(({ schema }) => (schema === undefined ? [] : findOpenLists(schema)))
          .filter((list) => !(hasPages && pagedLists.includes(list)))
          // The few sentences that an operator reads before an action.
          .filter((list) => !(path.endsWith("/preview") && list === ".lines[]"))
          .map((list) => `${method.toUpperCase()} ${path} ${list}`)
      );
    }),
  );
  return [...new Set(lists)].filter((list) => !list.startsWith("HEAD "));
}

it("has a bound for every list in an answer", async () => {
  const lists = await listOpenLists();
  const partOf = (list: string) => Object.keys(boundedParts).find((part) => list.endsWith(`.${part}`));
  const unknown = lists.filter((list) => partOf(list) === undefined && boundedLists[list] === undefined);
  expect(unknown).toEqual([]);
  const unused = [
    ...Object.keys(boundedLists).filter((list) => !lists.includes(list)),
    ...Object.keys(boundedParts).filter((part) => !lists.some((list) => partOf(list) === part)),
  ];
  expect(unused).toEqual([]);
});
