import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullResume } from "../../people/resumes/resumes.testing.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { boundedLists, boundedParts, findEndpoints } from "../../testing/endpoints.ts";
import { networkOf } from "./rate-limits.ts";

describe("endpoint limits", () => {
  /** Calls that change something and declare no limit, each with the rule that bounds it. */
  const boundByRule: Record<string, string> = {
    "POST /api/user/bookings": "each booking needs a session, and ending one is limited",
    "POST /api/auth/signup-verify": "guesses at codes",
    "POST /api/auth/signin-password": "password tries",
    "POST /api/auth/signin-otp-start": "codes requested",
    "POST /api/auth/signin-otp-verify": "guesses at codes",
    "POST /api/auth/forgot-password": "codes requested",
    "POST /api/auth/reset-password": "guesses at codes",
    "POST /api/auth/signout": "ends the sign-in that it needs",
    "POST /api/user/account-deletion/start": "codes requested",
    "POST /api/payment/webhook": "needs the provider's signature",
    "POST /api/sandbox/orders/:id/pay": "does not exist in production, and an order is paid once",
    "DELETE /api/operator/access": "ends the opened desk that it needs",
  };

  it("declares a limit for every call that changes something, or names the rule that bounds it", async () => {
    const endpoints = (await findEndpoints()).flatMap((found) => found.endpoints);
    const withoutLimit = endpoints
      .filter(({ method, limit, conditionalLimit }) => method !== "GET" && !(limit ?? conditionalLimit))
      .map(({ method, path }) => `${method} ${path}`);
    expect(endpoints.length).toBeGreaterThan(200);
    expect(withoutLimit.sort()).toEqual(Object.keys(boundByRule).sort());
  });

  it("counts by user only in calls that need a sign-in", async () => {
    const endpoints = (await findEndpoints()).flatMap((found) => found.endpoints);
    const impossible = endpoints.filter(
      ({ access, limit, conditionalLimit }) =>
        access === "public" && (limit ?? conditionalLimit?.name)?.endsWith("-by-user"),
    );
    expect(impossible).toEqual([]);
  });
});

describe("addresses from callers", () => {
  let app: TestApp;
  let target: Server;
  let connections = 0;
  let address: string;

  beforeAll(async () => {
    app = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
    target = createServer((_request, response) => response.end("inside")).on("connection", () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
    address = `127.0.0.1:${(target.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await app.close();
    target.close();
  });

  describe("an address that a caller gives", () => {
    it.each(["http", "https"])("is stored or refused, and never opened: %s", async (protocol) => {
      const url = `${protocol}://${address}/latest/meta-data`;
      const { token } = await app.signUp();
      const sent = [
        await app.call("POST", "/api/user/resume-data", {
          token,
          body: { resumeData: { ...fullResume, personal: { ...fullResume.personal, linkedin: url } } },
          headers: { "if-match": "*" },
        }),
        await app.call("POST", "/api/contact", {
          body: { name: "A person", email: "a@test.example", message: `Please look at ${url}` },
        }),
      ];
      // An address without a host name may be refused; then it is not stored.
      for (const { status } of sent) expect([200, 201, 400]).toContain(status);
      await app.call("POST", "/api/policy-reports", {
        body: JSON.stringify({ "csp-report": { "document-uri": url, "blocked-uri": url } }),
        headers: { "content-type": "application/csp-report" },
      });
      await app.call("GET", `/api/site?url=${encodeURIComponent(url)}`, {
        headers: { referer: url, "x-forwarded-host": address, forwarded: `host=${address}` },
      });
      await app.runJobs();
      expect(connections).toBe(0);
    });
  });

  describe("the network address of a caller", () => {
    it("is the socket's, whatever a header says, so that no header goes around a limit", async () => {
      const body = { name: "A person", email: "sender@test.example", message: "Hello, a question." };
      const send = (own: string) =>
        app.call("POST", "/api/contact", {
          body,
          headers: { "x-forwarded-for": own, "x-real-ip": own, forwarded: `for=${own}`, "client-ip": own },
        });
      const answers = [];
      for (let n = 1; n <= 13; n += 1) answers.push(await send(`203.0.113.${n}`));
      const refused = answers.find(({ status }) => status === 429);
      expect(refused?.status).toBe(429);
      expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    });
  });
});

describe("the network of an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2"],
    ["2001:db8::9", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("lists", () => {
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
});
