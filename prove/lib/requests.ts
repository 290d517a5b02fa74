import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { applicationLevels, applicationRoles } from "@greenroom/contract/people/application-options.ts";
import type pg from "pg";
import { signIn } from "../../bench/seed.ts";
import { hashPassword } from "../../server/people/accounts/passwords.ts";
import { endpointsByRoute, type Who } from "../../server/testing/endpoints.ts";
import { createRecords, type ServerUnderTest } from "../../server/testing/records.ts";
import { call, createPeople, type Person, type Random } from "./people-and-load.ts";
import type { TestBed } from "./test-bed.ts";

/** The parts of a JSON schema that the contract's schemas use. */
interface JsonSchema {
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
const fuzzPassword = "brave-Otter-77!";

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

/**
 * Makes values that mostly fit a schema. `hostility` is the probability that a part does not; `path` is that of the
 * request, which determines the ids that fit a field called only `id`.
 */
function createGenerator(
  random: Random,
  { hostility, ids, path }: { hostility: number; ids: RecordIds; path: string },
) {
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
    const { fitting, all } = ids.find(/^ids?$/i.test(name) || name === "" ? path : name);
    const chosen = fitting.length > 0 && random.chance(0.8) ? fitting : all;
    return (random.chance(0.9) ? random.pick(chosen) : null) ?? "0190a5b8-7c00-7000-8000-00000000000f";
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
    /** A string for a place of this name in a path or a query, short enough for an address with several. */
    word: (name: string, schema: JsonSchema = {}) => {
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

export type Callers = Record<Who, Person | null>;

/** One person of each kind, with one record of every kind and work that waits for an operator. */
export async function createCallers(testBed: TestBed): Promise<Callers> {
  const { pool, clock } = testBed;
  const url = testBed.servers[0]?.url ?? "";
  const sizes = { interviewers: 1, interviewees: 4, credits: 5 };
  const { interviewers, interviewees } = await createPeople(testBed, sizes);
  const interviewer = interviewers[0] as Person;
  const [interviewee, operator, support, closed] = interviewees as [Person, Person, Person, Person];
  const callers = {
    nobody: null,
    interviewee,
    interviewer,
    operator,
    support,
    "operator with a closed desk": closed,
  };
  await pool.query("update users set password_hash = $1 where id = any($2)", [
    await hashPassword(fuzzPassword),
    Object.values(callers).flatMap((person) => person?.id ?? []),
  ]);
  const serverUnderTest: ServerUnderTest = {
    now: () => clock.now(),
    moveTo: (instant) => clock.advance((instant.getTime() - clock.now().getTime()) / 60_000),
    call: (method, path, options) => call(url, method, path, options),
    finishJobs: () => waitForReports(pool),
  };
  const records = await createRecords(serverUnderTest, { interviewee, interviewer });
  await clock.advance(6);
  const wanted: [Person | null, string, object][] = [
    [interviewer, `/api/bookings/${records.liveBookingId}/no-show`, {}],
    ...[1, 2, 3, 4].map((n): [null, string, object] => [null, "/api/applications", application(n)]),
  ];
  for (const [person, path, body] of wanted) {
    const answer = await call(url, "POST", path, {
      body,
      ...(person === null ? {} : { token: person.token }),
    });
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
  }
  await restoreCallers(testBed, callers);
  return callers;
}

/** The queue goes by the database's clock, which the servers' one is ahead of: a report's time has come there. */
async function waitForReports(pool: pg.Pool): Promise<void> {
  const waiting = "name = 'reports.make' and state < 'completed'";
  await pool.query(`update pgboss.job set start_after = now() where ${waiting} and start_after > now()`);
  for (;;) {
    const { rows } = await pool.query(`select 1 from pgboss.job where ${waiting} and start_after <= now()`);
    if (rows.length === 0) return;
    await sleep(100);
  }
}

const application = (n: number) => ({
  name: "Person Applicant",
  email: `applicant${n}@bench.example`,
  years: 5,
  experience: "Five years of machine learning.",
  roles: [applicationRoles[0]],
  levels: [applicationLevels[0]],
  profileUrl: "https://profile.example/person",
  availability: "Evenings",
  sampleReview: "The candidate found a good plan and should test the edge cases first. ".repeat(8),
});

/**
 * Restores everybody after earlier calls: their roles, an account that is neither blocked nor deleted, a
 * sign-in, and an open desk that was confirmed just now.
 */
export async function restoreCallers(
  { pool, clock }: Pick<TestBed, "pool" | "clock">,
  callers: Callers,
): Promise<void> {
  const people = Object.entries(callers).flatMap(([who, person]) => (person === null ? [] : { who, person }));
  const levelOf = (who: string) => (who === "support" ? "support" : /operator/.test(who) ? "owner" : null);
  const ids = people.map(({ person }) => person.id);
  await pool.query(
    `update users set blocked_at = null, deleted_at = null, role = kind, is_operator = level is not null,
       operator_level = level
     from unnest($1::uuid[], $2::text[], $3::text[]) caller (caller_id, kind, level)
     where id = caller_id and (blocked_at, deleted_at, role, operator_level)
       is distinct from (null::timestamptz, null::timestamptz, kind, level)`,
    [
      ids,
      people.map(({ who }) => (who === "interviewer" ? "interviewer" : "interviewee")),
      people.map(({ who }) => levelOf(who)),
    ],
  );
  await signIn(pool, ids);
  await pool.query(
    `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
     select id, $2, $2 from auth_sessions where user_id = any($1) and ended_at is null
     on conflict (session_id) do update set opened_at = $2, confirmed_at = $2`,
    [[callers.operator?.id, callers.support?.id], clock.now()],
  );
}

/** Words of paths and fields, with the tables of their rows. Any other word is a part of its table's name. */
const tablesOfWords: [words: RegExp, tables: RegExp][] = [
  [/^(person|people|user|interviewer|interviewee)$/, /^users$/],
  [/^slot$/, /^availability$/],
  [/^purchase$/, /^payments$|^orders$/],
  [/^browser$/, /^auth_sessions$/],
  [/^session$/, /^bookings$|^auth_sessions$/],
  [/^round$/, /^practice_rounds$/],
  [/^(room|feedback|report|record)$/, /^bookings$/],
];

/** The newest ids of every table of the product. */
export class RecordIds {
  readonly #pool: pg.Pool;
  readonly #always: readonly string[];
  #statement: string | null = null;
  #byTable = new Map<string, string[]>();

  /** `always`: ids of users that are known besides the newest. */
  constructor(pool: pg.Pool, always: readonly string[]) {
    this.#pool = pool;
    this.#always = always;
  }

  async refresh(): Promise<void> {
    this.#statement ??= await this.#write();
    const { rows } = await this.#pool.query<{ name: string; id: string }>(this.#statement);
    this.#byTable = new Map([["users", [...this.#always]]]);
    for (const { name, id } of rows) this.#byTable.set(name, [...(this.#byTable.get(name) ?? []), id]);
  }

  /** Ids that fit a place, such as `/api/operator/refunds id` or `bookingId`, and those of all tables. */
  find(place: string): { fitting: string[]; all: string[] } {
    const words = place
      .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3 && word !== "operator")
      .map((word) => word.replace(/s$/, ""));
    const tables = words.map(
      (word) => tablesOfWords.find(([known]) => known.test(word))?.[1] ?? new RegExp(word),
    );
    const fits = (table: string) => tables.some((named) => named.test(table));
    const entries = [...this.#byTable];
    return {
      fitting: entries.filter(([table]) => fits(table)).flatMap(([, ids]) => ids),
      all: entries.flatMap(([, ids]) => ids),
    };
  }

  async #write(): Promise<string> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'id' and data_type = 'uuid' order by 1`,
    );
    return rows
      .map(({ name }) => `(select '${name}' as name, id::text from public.${name} order by id desc limit 4)`)
      .join(" union all ");
  }
}

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
  const generator = createGenerator(random, { ...options, path: endpoint.path });
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
