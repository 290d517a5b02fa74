import { readNextCursor } from "@greenroom/contract/kernel/next-page.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";
import { readWithCursor } from "./read-lists.ts";

const app = useTestApp();

describe("pages", () => {
  /** More rows than one response holds. */
  const count = 205;

  const interviewer = useBeforeAll(() => app.signUpInterviewer({ firstName: "Ira", lastName: "Menon" }));
  const interviewee = useBeforeAll(() => app.signUp({ firstName: "Asha", lastName: "50%_off" }));
  beforeAll(async () => {
    await fill();
  });

  /** Adds rows to every list, many of them at the same moment, to the microsecond. */
  async function fill(): Promise<void> {
    const moment = "timestamptz '2026-06-01T10:00:00.123456Z' + (n % 3) * interval '1 microsecond'";
    const client = await app.deps.pool.connect();
    try {
      await client.query("begin");
      // The ledger's triggers would refuse lots without a payment.
      await client.query("set local session_replication_role = replica");
      const people = `'${interviewer.user._id}'::uuid as interviewer, '${interviewee.user._id}'::uuid as interviewee`;
      await client.query(
        `create temp table made on commit drop as select n, gen_random_uuid() as id, ${people}, ${moment} as moment,
         timestamptz '2026-11-21T00:00:00Z' + (n - 101) * interval '1 hour' as at from generate_series(1, ${count}) n`,
      );
      const statements = [
        `insert into availability (id, interviewer_id, starts_at, ends_at, status, created_at)
         select id, interviewer, at, at + interval '45 minutes', 'booked', at from made`,
        `insert into bookings (id, slot_id, interviewer_id, interviewee_id, starts_at, ends_at, status, created_at, completed_at)
         select id, id, interviewer, interviewee, at, at + interval '45 minutes', case when n > 101 then 'pending' else 'completed' end, at,
           case when n > 101 then null else at end from made`,
        "insert into feedback select id, id, interviewee, interviewer, 4, 'Good.', moment from made",
        `insert into earnings (id, booking_id, interviewer_id, session_price_paise, share_percent, amount_paise, status, created_at, credited_at)
         select id, id, interviewer, 10000, 70, 7000, case when n > 101 then 'pending' else 'credited' end, moment,
           case when n > 101 then null else at end from made`,
        `insert into quotes (id, user_id, plan_type, is_founding, list_price_paise, price_paise, sessions, lines, created_at)
         select id, interviewee, 'Basic', false, 39900, 39900, 1, '[]', at from made`,
        `insert into orders (id, quote_id, user_id, provider, provider_order_id, receipt, amount_paise, currency, status, holds_until, created_at)
         select id, id, interviewee, 'sandbox', 'order' || n, 'receipt' || n, 39900, 'INR', 'paid', at, at from made`,
        `insert into payments (id, order_id, user_id, provider, provider_payment_id, amount_paise, currency, captured_at)
         select id, id, interviewee, 'sandbox', 'payment' || n, 39900, 'INR', moment from made`,
        `insert into credit_lots (id, user_id, source, sessions, price_paise, granted_at)
         select id, interviewee, 'gift', 1, 0, moment from made`,
        `insert into ledger_entries (user_id, kind, delta, lot_id, reason, created_at)
         select interviewee, 'grant', 1, id, 'A gift', moment from made`,
        `insert into users (id, email, first_name, last_name, mobile_number, role, password_changed_at, created_at)
         select id, n || '@mentors.example', 'Tara', 'Same', '+911234567890', 'interviewer', at, at from made`,
      ];
      for (const statement of statements) await client.query(statement);
      await client.query("commit");
    } finally {
      client.release(true);
    }
  }

  const lists = [
    ["/api/user/bookings", "interviewee", count],
    ["/api/user/sessions", "interviewee", count],
    ["/api/user/credits", "interviewee", count],
    ["/api/user/purchases", "interviewee", count],
    ["/api/user/feedback", "interviewee", count],
    ["/api/user/interviewers", "interviewee", count + 1],
    ["/api/interviewer/bookings", "interviewer", count - 101],
    ["/api/interviewer/history", "interviewer", 101],
    ["/api/interviewer/earnings", "interviewer", count],
    ["/api/interviewer/availability", "interviewer", count],
  ] as const;

  type Party = (typeof lists)[number][1];
  const get = (path: string, party: Party) =>
    app.get(party === "interviewee" ? interviewee : interviewer, path);
  const rowsOf = (body: { _id: string }[] | { transactions: { _id: string }[] }) =>
    "transactions" in body ? body.transactions : body;

  /** Reads a whole list by following its links and returns the ids. */
  async function follow(path: string, party: Party): Promise<string[]> {
    const ids: string[] = [];
    let address: string | undefined = path;
    while (address !== undefined) {
      const answer = await get(address, party);
      expect(answer.status).toBe(200);
      ids.push(...rowsOf(answer.body).map(({ _id }) => _id));
      address = /^<([^>]*)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    return ids;
  }

  describe.each(lists)("%s", (path, party, total) => {
    it("returns at most 200 rows at once and links to the others", async () => {
      const first = await get(path, party);
      expect(rowsOf(first.body)).toHaveLength(Math.min(200, total));
      expect(readNextCursor(first.headers.get("link")) !== null).toBe(total > 200);
      const whole = await follow(path, party);
      expect(new Set(whole).size).toBe(total);
      expect(whole).toHaveLength(total);
    });

    it("has the same rows in the same order whatever the page size", async () => {
      expect(await follow(`${path}?limit=60`, party)).toEqual(await follow(path, party));
    });

    it.each([
      ["limit", "0"],
      ["limit", "201"],
      ["limit", "many"],
      ["after", "garbage"],
      ["after", Buffer.from('["0000-01-01T00:00:00Z","x"]').toString("base64url")],
      ["after", Buffer.from('["a\\u0000","b","0190a5b8-7c00-7000-8000-000000000001"]').toString("base64url")],
      ["after", Buffer.from("[1e30]").toString("base64url")],
    ])("refuses %s=%s and names the field", async (field, value) => {
      const answer = await get(`${path}?${field}=${value}`, party);
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body.details)).toContain(field);
    });
  });

  it("keeps the order of each list over its pages", async () => {
    const read = async (path: string, party: Party) => {
      const first = await get(path, party);
      const next = /^<([^>]*)>/.exec(first.headers.get("link") ?? "")?.[1];
      return [...first.body, ...(next === undefined ? [] : (await get(next, party)).body)];
    };
    const starts = (rows: { startTime: string }[]) => rows.map(({ startTime }) => startTime);
    const sessions = starts(await read("/api/user/sessions", "interviewee"));
    expect(sessions).toEqual([...sessions].sort().reverse());
    const bookings: { status: string; startTime: string }[] = await read("/api/user/bookings", "interviewee");
    const pending = starts(bookings.filter(({ status }) => status === "pending"));
    expect(starts(bookings).slice(0, pending.length)).toEqual([...pending].sort());
    const history = starts(bookings.slice(pending.length));
    expect(history).toEqual([...history].sort().reverse());
  });

  it("sums all earnings whatever the page", async () => {
    for (const query of ["", "?limit=5"]) {
      const page = await get(`/api/interviewer/earnings${query}`, "interviewer");
      expect(page.body).toMatchObject({ totalEarnings: 7070, pending: { amount: 7280, interviews: 104 } });
    }
    const other = await app.signUpInterviewer();
    const none = await app.get(other, "/api/interviewer/earnings");
    expect(none.body).toMatchObject({ transactions: [], totalEarnings: 0, pending: { amount: 0 } });
  });

  describe("the search in bookings", () => {
    const found = async (path: string, party: Party) => (await follow(path, party)).length;

    it.each([
      ["/api/interviewer/history?search=asha", "interviewer", 101],
      ["/api/interviewer/history?search=%20ASHA%2050%25_", "interviewer", 101],
      ["/api/interviewer/history?search=person&status=completed", "interviewer", 101],
      ["/api/interviewer/history?search=5__off", "interviewer", 0],
      ["/api/interviewer/history?status=cancelled", "interviewer", 0],
      ["/api/interviewer/history?from=2026-11-20T00:00:00Z&to=2026-11-20T05:00:00Z", "interviewer", 5],
      ["/api/user/sessions?search=ira%20men&limit=50", "interviewee", count],
      ["/api/user/sessions?search=menon.ira", "interviewee", 0],
      ["/api/user/sessions?search=", "interviewee", count],
      ["/api/user/sessions?status=pending&limit=20", "interviewee", 104],
      ["/api/user/sessions?to=2026-11-17T00:00:00Z", "interviewee", 4],
    ] as const)("%s", async (path, party, rows) => {
      expect(await found(path, party)).toBe(rows);
    });

    it.each([
      "status=gone",
      "from=yesterday",
      "to=2026-11-20",
      `search=${"x".repeat(101)}`,
      "search=%00",
      "page=2",
    ])("refuses %s", async (query) => {
      for (const [path, party] of [
        ["/api/user/sessions", "interviewee"],
        ["/api/interviewer/history", "interviewer"],
      ] as const) {
        const answer = await get(`${path}?${query}`, party);
        expect(answer.status).toBe(400);
        if (!query.startsWith("page"))
          expect(JSON.stringify(answer.body.details)).toContain(query.split("=")[0]);
      }
    });

    it("never shows an email address to an interviewee", async () => {
      expect(await found(`/api/user/sessions?search=${interviewer.user.email}`, "interviewee")).toBe(0);
    });
  });

  it("finds one booking by id, but not other people's", async () => {
    const [booking] = (await get("/api/user/sessions?limit=1", "interviewee")).body;
    const path = `/api/user/sessions?id=${booking._id}`;
    expect((await get(path, "interviewee")).body).toEqual([booking]);
    const stranger = await app.signUp();
    expect(await app.read(stranger, path)).toEqual([]);
  });

  it("finds one interviewer by id", async () => {
    const answer = await get(`/api/user/interviewers?id=${interviewer.user._id}`, "interviewee");
    expect(answer.body).toMatchObject([{ _id: interviewer.user._id, firstName: "Ira" }]);
  });
});

describe("read with cursor", () => {
  const numbersUpTo = (last: number) =>
    sql<{ number: number }>`select n as number from generate_series(1, ${last}::int) n order by n`;

  async function read(last: number): Promise<number[]> {
    const numbers: number[] = [];
    for await (const { number } of readWithCursor(app.deps.database, numbersUpTo(last), { batchSize: 10 }))
      numbers.push(number);
    return numbers;
  }

  it.each([0, 1, 9, 10, 11, 20, 25])("reads %i rows, each once and in order", async (last) => {
    expect(await read(last)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  });

  it("reads a built query with its parameters", async () => {
    const person = await app.signUp();
    const query = app.deps.database
      .selectFrom("users")
      .select(["firstName"])
      .where("id", "=", person.user._id);
    const names: string[] = [];
    for await (const { firstName } of readWithCursor(app.deps.database, query)) names.push(firstName);
    expect(names).toEqual([person.user.firstName]);
  });

  it("releases its connection when the reader stops early or a statement fails", async () => {
    // More often than the pool has connections.
    for (let times = 0; times < 40; times += 1) {
      for await (const { number } of readWithCursor(app.deps.database, numbersUpTo(25), { batchSize: 10 })) {
        if (number === 12) break;
      }
      const failing = readWithCursor(
        app.deps.database,
        sql`select 1 / (n - 15) from generate_series(1, 25) n`,
        { batchSize: 10 },
      );
      await expect(
        (async () => {
          for await (const row of failing) expect(row).toBeDefined();
        })(),
      ).rejects.toThrow("division by zero");
    }
    expect(await read(3)).toEqual([1, 2, 3]);
  });
});
