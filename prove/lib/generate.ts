import type { Random } from "./random.ts";

/** The parts of a JSON schema that the contract's schemas use. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  additionalProperties?: JsonSchema | boolean;
}

/** The password of everybody in the fuzzing. */
export const fuzzPassword = "brave-Otter-77!";

/** Values that programs often get wrong. */
const hostileStrings = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\u202e\u0000\uffff",
  "'; drop table users; --",
  "%00%2e%2e%2f",
  "../../../../etc/passwd",
  "__proto__",
  "constructor",
  "<script>alert(1)</script>",
  "\r\nSet-Cookie: a=b",
  "👩‍👩‍👧‍👦".repeat(40),
  "e\u0301".repeat(300),
  "x".repeat(5_000),
  "x".repeat(70_000),
  "9".repeat(400),
  "NaN",
  "null",
  "2026-02-30T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "-271821-04-20T00:00:00.000Z",
  "{{7*7}}",
  "$" + "{jndi:ldap://x}",
];
const hostileNumbers = [0, -0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, -1e308, 0.1, 1.5, 1e-320];

export interface Generator {
  /** A value that mostly fits this schema; each part of it is sometimes replaced by another value. */
  value(schema: JsonSchema, name?: string): unknown;
  /** A string for a place of this name in a path or a query, short enough for an address with several. */
  word(name: string, schema?: JsonSchema): string;
}

export interface GeneratorOptions {
  /** The probability that a part does not fit the schema. */
  hostility: number;
  /** Ids of records that exist, for a place of this name: those that fit, and all. */
  findIds(place: string): { fitting: readonly string[]; all: readonly string[] };
  /** The path of the request, which determines the ids that fit a field called only `id`. */
  path: string;
}

export function createGenerator(random: Random, { hostility, findIds, path }: GeneratorOptions): Generator {
  const hostile = (): unknown =>
    random.pick<() => unknown>([
      () => random.pick(hostileStrings),
      () => random.pick(hostileNumbers),
      () => null,
      () => random.chance(0.5),
      () => [],
      () => ({}),
      () => Array.from({ length: 300 }, () => random.pick(hostileStrings.slice(0, 8))),
      () => JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
      () => nest(200),
    ])?.();

  function anId(name: string): string {
    const { fitting, all } = findIds(/^ids?$/i.test(name) || name === "" ? path : name);
    const ids = fitting.length > 0 && random.chance(0.8) ? fitting : all;
    return (random.chance(0.9) ? random.pick(ids) : null) ?? "0190a5b8-7c00-7000-8000-00000000000f";
  }

  function string(schema: JsonSchema, name: string): string {
    if (schema.format === "uuid" || /ids?$/i.test(name)) return anId(name);
    if (schema.format === "date" || schema.pattern?.startsWith("^\\d{4}-\\d{2}-\\d{2}"))
      return anInstant().slice(0, 10);
    if (/^(current)?password$/i.test(name)) return random.chance(0.8) ? fuzzPassword : "A wrong one 1!";
    if (/zone/i.test(name)) return random.pick(["Asia/Kolkata", "Europe/London", "Mars/Base"]) ?? "";
    if (/time|from$|to$|at$|instant/i.test(name) || schema.format === "date-time") return anInstant();
    if (/email/i.test(name)) return random.chance(0.5) ? "interviewee1@bench.example" : "new@bench.example";
    if (/otp|code/i.test(name)) return String(100_000 + random.below(900_000));
    if (/mobile/i.test(name)) return "+91 98765 43210";
    const { minLength = 0, maxLength = 60 } = schema;
    const length =
      random.pick([minLength, minLength + 1, Math.min(maxLength, 20), maxLength, maxLength + 1]) ?? 1;
    return "Words of a person. ".repeat(Math.ceil(length / 19) + 1).slice(0, Math.min(length, 80_000));
  }

  function anInstant(): string {
    const hours = random.below(24 * 70) - 24 * 5;
    return new Date(Math.floor(Date.now() / 3_600_000 + hours) * 3_600_000).toISOString();
  }

  function number({ minimum = -5, maximum = 100, type }: JsonSchema): number {
    const value = minimum + random.next() * (Math.min(maximum, 1e9) - minimum);
    const edge = random.pick([minimum, maximum, minimum - 1, maximum + 1, value, value, value]) ?? value;
    return type === "integer" ? Math.round(edge) : edge;
  }

  function object(schema: JsonSchema): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    const required = new Set(schema.required ?? []);
    for (const [name, part] of Object.entries(schema.properties ?? {})) {
      const isLeftOut = required.has(name) ? random.chance(hostility / 2) : random.chance(0.3);
      if (!isLeftOut) made[name] = value(part, name);
    }
    if (typeof schema.additionalProperties === "object") made.key = value(schema.additionalProperties, "key");
    if (random.chance(hostility / 2))
      made[random.pick(["extra", "isOperator", "role", "__proto__"]) ?? ""] = true;
    return made;
  }

  function value(schema: JsonSchema, name = ""): unknown {
    if (random.chance(hostility)) return hostile();
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants !== undefined) return value(random.pick(variants) as JsonSchema, name);
    if (schema.allOf !== undefined)
      return Object.assign({}, ...schema.allOf.map((part) => value(part, name)));
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return random.pick(schema.enum);
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    if (type === "object") return object(schema);
    if (type === "array") {
      const count = random.pick([0, 1, 2, 3, Math.min(schema.maxItems ?? 4, 60) + 1]) ?? 1;
      const item = typeof schema.items === "object" ? schema.items : {};
      return Array.from({ length: count }, () => value(item, name));
    }
    if (type === "string") return string(schema, name);
    if (type === "number" || type === "integer") return number(schema);
    if (type === "boolean") return random.chance(0.5);
    if (type === "null") return null;
    // The schema names no type, because the contract parses the value itself.
    return random.chance(0.7) ? string(schema, name) : hostile();
  }

  return {
    value,
    word: (name, schema = {}) => {
      const made = random.chance(hostility) ? random.pick(hostileStrings) : value(schema, name);
      const text = typeof made === "object" ? JSON.stringify(made) : String(made);
      return encodeURIComponent(toWellFormed(text).slice(0, 600));
    },
  };
}

/** Without lone halves of surrogate pairs, which cannot be part of an address. */
function toWellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** An object that is nested this deep. */
function nest(depth: number): unknown {
  let made: unknown = 1;
  for (let level = 0; level < depth; level += 1) made = { a: made };
  return made;
}
