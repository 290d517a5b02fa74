import { findEndpoints } from "../../scripts/generate/lib-endpoints.ts";
import { call, type Measured } from "./measured.ts";

interface FieldSchema {
  enum?: string[];
  anyOf?: FieldSchema[];
}

/**
 * The operator's lists by each value that one of their filters can have. A value that few rows have is found as fast only
 * with an index of its own. They come from the contract, so a new filter is measured without a line here.
 */
export async function listFilterCalls(): Promise<Measured[]> {
  const endpoints = (await findEndpoints()).flatMap((file) => file.endpoints);
  return endpoints.flatMap(({ method, path, access, query }) => {
    if (method !== "GET" || access !== "operator" || path.includes(":") || path.endsWith(".csv")) return [];
    const schema = query?.toJSONSchema({ io: "input", unrepresentable: "any" });
    if (schema === undefined || (schema.required ?? []).length > 0) return [];
    return Object.entries(schema.properties ?? {}).flatMap(([field, of]) =>
      valuesOf(of as FieldSchema).map((value) => {
        const url = `${path}?${new URLSearchParams({ [field]: value })}`;
        return { ...call(url.replace("/api/operator/", ""), "operator", () => url), hasP95: true };
      }),
    );
  });
}

function valuesOf({ enum: values = [], anyOf = [] }: FieldSchema): string[] {
  return [...values, ...anyOf.flatMap(valuesOf)];
}
