/* The part of JSON Schema that the vendors support in strict mode, according to their documentation. */

const known = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "description",
  "title",
  "$ref",
  "$defs",
]);

interface SchemaNode {
  [keyword: string]: unknown;
  type?: unknown;
  properties?: Record<string, SchemaNode>;
  required?: unknown;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
}

/** The first problem of a schema in strict mode, as a sentence with its location; null if there is none. */
export function schemaProblem(schema: unknown, place = "schema"): string | null {
  if (typeof schema !== "object" || schema === null) return `${place} must be an object`;
  const node = schema as SchemaNode;
  const odd = Object.keys(node).find((keyword) => !known.has(keyword));
  if (odd !== undefined) return `${place}: '${odd}' is not permitted`;
  if (place === "schema" && node.type !== "object") return `${place} must be of type object`;
  if (node.type === "object") {
    const names = Object.keys(node.properties ?? {});
    if (node.additionalProperties !== false) return `${place}: 'additionalProperties' must be false`;
    const required = Array.isArray(node.required) ? node.required : [];
    const missing = names.find((name) => !required.includes(name));
    if (missing !== undefined) return `${place}: 'required' must have every property, and lacks '${missing}'`;
    for (const name of names) {
      const problem = schemaProblem(node.properties?.[name], `${place}.${name}`);
      if (problem !== null) return problem;
    }
  }
  if (node.type === "array") return schemaProblem(node.items, `${place}.items`);
  return null;
}
