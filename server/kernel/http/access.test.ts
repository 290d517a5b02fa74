import type { Access } from "@greenroom/contract/kernel/endpoint.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantTestCredits } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type SignedUpUser, type TestApp, useTestApp } from "../../testing/app.ts";
import {
  accessTable,
  allOperators,
  endpointsByRoute,
  everybody,
  type ObjectRow,
  type Owner,
  objectTable,
  accessTable as table,
  undescribedRoutes,
  type Who,
} from "../../testing/endpoints.ts";
import {
  type LocalTranscription,
  startLocalTranscription,
} from "../../testing/providers/transcription-server.ts";
import { createRecords, createServerUnderTest, type Records } from "../../testing/records.ts";
import { connectRoomClient, getTicket } from "../../testing/rooms.ts";

describe("access", () => {
  const app = useTestApp();

  /** Returns a separate token, because signing out with a shared one would break the next rows of the table. */
  async function tokenOf(who: Who): Promise<string | undefined> {
    if (who === "nobody") return undefined;
    if (who === "interviewer") return (await app.signUpInterviewer()).token;
    if (who === "interviewee") return (await app.signUp()).token;
    const level = who === "support" ? "support" : "owner";
    const isDeskOpen = who !== "operator with a closed desk";
    return (await app.signUpOperator({ level, isDeskOpen })).token;
  }

  function refusalOf(who: Who, allowed: Who[]): string {
    if (who === "nobody") return "not_signed_in";
    // An operator with this role could call it once the desk is open.
    return who === "operator with a closed desk" && allowed.includes("operator")
      ? "second_factor_required"
      : "forbidden";
  }

  describe("access to the API", () => {
    it("is declared in the contract for every route", async () => {
      const { body } = await app.call("GET", "/api/openapi.json");
      const routes = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
        Object.keys(methods)
          .filter((method) => method !== "head")
          .map((method) => `${method.toUpperCase()} ${path}`),
      );
      expect(routes.sort()).toEqual(Object.keys(table).sort());
    });

    it("needs a sign-in, except where anybody may call", () => {
      const open = [...endpointsByRoute].filter(([, { access }]) => access === "public");
      expect(open.map(([route]) => route.replace(/^GET |^POST /, "")).sort()).toEqual([
        "/api/applications",
        "/api/auth/forgot-password",
        "/api/auth/recognize-browser",
        "/api/auth/reset-password",
        "/api/auth/signin-otp-start",
        "/api/auth/signin-otp-verify",
        "/api/auth/signin-password",
        "/api/auth/signup-start",
        "/api/auth/signup-verify",
        "/api/calendar-feed/{file}",
        "/api/contact",
        "/api/interviewer-photos/{file}",
        "/api/mentors",
        "/api/mentors/{slug}",
        "/api/payment/webhook",
        "/api/plans",
        "/api/policy-reports",
        "/api/sandbox/orders/{id}/pay",
        "/api/site",
        "/api/slots/{id}",
      ]);
    });

    it.each<[RegExp, Access[]]>([
      [/ \/api\/operator\/(?:access|second-factor)(?:$|\/)/, ["operator-entry"]],
      [/^(?!GET).* \/api\/operator\/(?:refunds|payout|prices|founding|coupons|settlements|words)/, ["owner"]],
      [
        / \/api\/operator\/.*(?:\/role|\/delete|\/erase|\/data|audit\.csv|-reversal|no-show-decision|settings)/,
        ["owner"],
      ],
      [/ \/api\/operator\/(?!access|second-factor)/, ["operator", "owner"]],
      [/ \/api\/user\//, ["signed-in", "interviewee"]],
      [/ \/api\/interviewer\/(?!feedback-file)/, ["interviewer"]],
      [/ \/api\/(?:rooms|bookings|practice|meeting)\//, ["signed-in", "interviewer"]],
    ])("of routes like %s is that of their area", (pattern, allowed) => {
      const found = [...endpointsByRoute].filter(([route]) => pattern.test(route));
      expect(found.length).toBeGreaterThan(0);
      for (const [route, { access }] of found) expect(allowed, route).toContain(access);
    });

    it.each(everybody)(
      "holds for %s on every route",
      async (who) => {
        const token = await tokenOf(who);
        for (const [route, allowed] of Object.entries(table)) {
          // These run last, below, because they end what the other routes need.
          if (route === "POST /api/auth/signout" || route === "DELETE /api/operator/access") continue;
          const [method, path] = route.split(" ") as [string, string];
          const answer = await app.call(
            method,
            path.replace(/\{\w+\}/g, "0190a5b8-7c00-7000-8000-00000000000f"),
            {
              token,
              ...(method === "POST" ? { body: {} } : {}),
            },
          );
          const refusal = answer.status === 401 || answer.status === 403 ? answer.body.code : "none";
          const expected = allowed.includes(who) ? "none" : refusalOf(who, allowed);
          expect(`${route} ${refusal}`).toBe(`${route} ${expected}`);
          expect(`${route} ${answer.status}`).not.toMatch(/ 5\d\d$/);
        }
        const closed = await app.delete({ token }, "/api/operator/access");
        expect(closed.status).toBe(allOperators.includes(who) ? 204 : who === "nobody" ? 401 : 403);
        const out = await app.post({ token }, "/api/auth/signout");
        expect(out.status).toBe(who === "nobody" ? 401 : 204);
      },
      60_000,
    );
  });
});

describe("object access", () => {
  /*
   * Two pairs of people with one record of every kind. No one outside a pair (the other pair, an operator, a visitor)
   * may open the pair's records by id, on any route. The owner can open each record; otherwise the refusals would
   * prove nothing.
   */

  interface Pair extends Record<Owner, SignedUpUser> {
    records: Records;
  }

  let app: TestApp;
  let service: LocalTranscription;
  let first: Pair;
  let second: Pair;
  let operator: SignedUpUser;

  beforeAll(async () => {
    service = await startLocalTranscription();
    app = await createTestApp({ environment: service.settings });
    const people = [await createPair(), await createPair()] as const;
    operator = await app.signUpOperator();
    const start = app.clock.now();
    const records = [];
    for (const { interviewee, interviewer } of people) {
      app.clock.set(start);
      const party = ({ token, user }: SignedUpUser) => ({ token, id: user._id });
      const parties = { interviewee: party(interviewee), interviewer: party(interviewer) };
      records.push(await createRecords(createServerUnderTest(app), parties));
    }
    first = { ...people[0], records: records[0] as Records };
    second = { ...people[1], records: records[1] as Records };
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await service.close();
  });

  async function createPair(): Promise<Record<Owner, SignedUpUser>> {
    const [interviewee, interviewer] = [await app.signUp(), await app.signUpInterviewer()];
    await grantTestCredits(app, interviewee, { sessions: 4 });
    return { interviewee, interviewer };
  }

  function callRow(route: string, row: ObjectRow, records: Records, token: string | undefined) {
    const [method, pattern] = route.split(" ") as [string, string];
    const params = row.params(records) ?? {};
    const path =
      pattern.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "") + (row.query?.(records) ?? "");
    return app.call(method, path, { token, ...(row.body === undefined ? {} : { body: row.body(records) }) });
  }

  const rows = Object.entries(objectTable);

  describe("a record of somebody else", () => {
    it("is described for every route that names one", () => {
      expect(undescribedRoutes).toEqual([]);
      expect(rows.length).toBeGreaterThan(70);
    });

    it.each(rows)("%s is refused to everybody else", async (route, row) => {
      const { records } = first;
      const strangers: Record<string, SignedUpUser> = {
        "the other interviewee": second.interviewee,
        "the other interviewer": second.interviewer,
        "an operator": operator,
      };
      for (const owner of ["interviewee", "interviewer"] as const)
        if (!row.owners.includes(owner)) strangers[`the ${owner} of the pair`] = first[owner];
      for (const [who, { token }] of Object.entries(strangers)) {
        const { status, body } = await callRow(route, row, records, token);
        if (row.ownMsg !== undefined) expect(body.msg, who).not.toBe(row.ownMsg);
        expect([403, 404], `${who}: ${JSON.stringify(body)}`).toContain(status);
      }
      expect((await callRow(route, row, records, undefined)).status).toBe(401);
    });

    it("is in no list of the other pair, and opens nothing for them by any id", async () => {
      const seen = await idsSeenBy(first);
      const open = await idsSeenBy(second);
      // Everyone may see interviewers, their open slots and questions.
      const shared = new Set([first.interviewer.user._id, second.interviewer.user._id, ...sharedIds()]);
      const theirs = [...seen].filter((id) => !shared.has(id));
      expect(theirs.filter((id) => open.has(id))).toEqual([]);
      expect(theirs.length).toBeGreaterThan(15);
      for (const [route, row] of rows) {
        const names = Object.keys(row.params(second.records) ?? {});
        if (names.length === 0) continue;
        const attempts = theirs.flatMap((id) => row.owners.map((owner) => ({ id, owner })));
        await Promise.all(
          attempts.map(async ({ id, owner }) => {
            const ids = Object.fromEntries(names.map((name) => [name, id]));
            const asked = { ...row, params: () => ids };
            const { status, body } = await callRow(route, asked, second.records, second[owner].token);
            expect([400, 403, 404], `${route} ${id} ${owner}: ${JSON.stringify(body)}`).toContain(status);
          }),
        );
      }
    }, 300_000);

    it("is not opened as its interviewer by an interviewee who gives interviews now", async () => {
      const { interviewee, records } = second;
      const setRole = (role: string) =>
        app.deps.pool.query("update users set role = $1 where id = $2", [role, interviewee.user._id]);
      await setRole("interviewer");
      for (const [route, row] of rows) {
        if (row.owners.includes("interviewee")) continue;
        const { status, body } = await callRow(route, row, records, interviewee.token);
        expect([403, 404], `${route}: ${JSON.stringify(body)}`).toContain(status);
      }
      await setRole("interviewee");
    });

    it("cannot be found through the id parameter of a list", async () => {
      const { heldBookingId } = first.records;
      const lists = [
        ["/api/user/sessions", second.interviewee],
        ["/api/interviewer/history", second.interviewer],
      ] as const;
      for (const [path, { token }] of lists) {
        const { status, body } = await app.get({ token }, `${path}?id=${heldBookingId}`);
        expect([status, body]).toEqual([200, []]);
      }
    });

    it("has a room whose socket takes only its own tickets, from its parties, once", async () => {
      const theirs = await getTicket(app, second.records.liveBookingId, second.interviewee.token);
      for (const ticket of [theirs, "not-a-ticket"]) {
        await expect(connectRoomClient(app, first.records.liveBookingId, ticket)).rejects.toThrow(
          /refused: 40\d/,
        );
      }
      const own = await getTicket(app, first.records.liveBookingId, first.interviewee.token);
      const client = await connectRoomClient(app, first.records.liveBookingId, own);
      await client.next("welcome");
      client.socket.close();
      await expect(connectRoomClient(app, first.records.liveBookingId, own)).rejects.toThrow("refused: 401");
    });
  });

  describe("a record of one's own", () => {
    const ordered = [...rows].sort(([, a], [, b]) => Number(a.isLast ?? false) - Number(b.isLast ?? false));
    it.each(ordered)("%s is found", async (route, row) => {
      for (const owner of row.owners) {
        const { status, body } = await callRow(route, row, first.records, first[owner].token);
        if (row.ownMsg !== undefined) expect(body.msg).toBe(row.ownMsg);
        else expect([401, 403, 404], `${owner}: ${JSON.stringify(body)}`).not.toContain(status);
      }
    });
  });

  function sharedIds(): string[] {
    return [first.records.slotId, second.records.slotId, ...generatedSlots, launchCoupon];
  }

  /** Everyone's first purchase uses it. */
  const launchCoupon = "0190a5b8-7c00-7000-8000-000000000001";

  /** Slots generated by weekly rules, which every interviewee may book. */
  const generatedSlots = new Set<string>();

  /** Every id in the responses to a pair's lists and records. */
  async function idsSeenBy({ records, ...people }: Pair): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const [route, allowed] of Object.entries(accessTable)) {
      if (!route.startsWith("GET /api/")) continue;
      for (const role of ["interviewee", "interviewer"] as const) {
        if (!allowed.includes(role)) continue;
        const path = route.slice(4);
        const row = objectTable[route];
        if (path.includes("{") && !row?.owners.includes(role)) continue;
        const { status, body } = row
          ? await callRow(route, row, records, people[role].token)
          : await app.get(people[role], path);
        if (status !== 200) continue;
        const found = JSON.stringify(body).match(
          /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
        );
        for (const id of found ?? []) ids.add(id);
        if (path === "/api/user/slots") for (const { _id } of body) generatedSlots.add(_id);
      }
    }
    return ids;
  }
});

describe("reads change nothing", () => {
  const app = useTestApp();
  let people: SignedUpUser[];
  let records: Records;

  beforeAll(async () => {
    const [interviewee, interviewer] = [await app.signUp(), await app.signUpInterviewer()];
    await grantTestCredits(app, interviewee, { sessions: 4 });
    const party = ({ token, user }: SignedUpUser) => ({ token, id: user._id });
    records = await createRecords(createServerUnderTest(app), {
      interviewee: party(interviewee),
      interviewer: party(interviewer),
    });
    await app.runJobs();
    people = [interviewee, interviewer, await app.signUpOperator()];
  }, 120_000);

  /** When a sign-in was used, how often somebody called, and who looked at whom. */
  const bookkeeping = new Set(["auth_sessions", "rate_limits", "audit_log"]);

  async function fingerprintTables(): Promise<Record<string, string>> {
    const { rows } = await app.deps.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    );
    const prints: Record<string, string> = {};
    for (const { name } of rows.filter((row) => !bookkeeping.has(row.name))) {
      const { rows: found } = await app.deps.pool.query<{ print: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line::text, ',' order by line::text)), '') as print
       from public.${name} line`,
      );
      prints[name] = found[0]?.print ?? "";
    }
    return prints;
  }

  it("GET, HEAD and OPTIONS change no row, whoever calls", async () => {
    const routes = Object.keys(accessTable).filter((name) => name.startsWith("GET "));
    const before = await fingerprintTables();
    let succeeded = 0;
    for (const route of routes) {
      const row = objectTable[route];
      const params = row?.params?.(records) ?? {};
      const path = (route.split(" ")[1] ?? "").replace(
        /\{(\w+)\}/g,
        (_, name: string) => params[name] ?? records.heldBookingId,
      );
      for (const { token } of people) {
        for (const method of ["GET", "HEAD", "OPTIONS"]) {
          const answer = await app.call(method, path + (row?.query?.(records) ?? ""), { token });
          expect(answer.status, `${method} ${path}`).toBeLessThan(500);
          if (method === "GET" && answer.status === 200) succeeded += 1;
        }
      }
    }
    expect(succeeded).toBeGreaterThan(100);
    expect(await fingerprintTables()).toEqual(before);
  }, 120_000);
});
