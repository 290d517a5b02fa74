import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, createTestApp, type SignedUpUser, type TestApp } from "../../testing/app.ts";
import { hoursFromNow, offerSlot } from "../bookings/bookings.testing.ts";
import { clearSlotCache } from "./slot-cache.ts";

/** Open slots on each of four days, two days of which do not fit on one page. */
const slotsADay = 150;

let app: TestApp;
let interviewer: SignedUpUser;
let interviewee: SignedUpUser;
let rowsRead: number[];
beforeAll(async () => {
  app = await createTestApp();
  interviewer = await app.signUpInterviewer();
  interviewee = await app.signUp();
  await app.deps.pool.query(
    `with people as (
       insert into users (id, email, first_name, last_name, mobile_number, role, password_changed_at, created_at)
         select gen_random_uuid(), n || '@mentors.example', 'Tara', 'Number ' || n, '+911234567890', 'interviewer', now(), now()
         from generate_series(1, ${slotsADay}) n returning id)
     insert into availability (id, interviewer_id, starts_at, ends_at, created_at)
       select gen_random_uuid(), id, at, at + interval '45 minutes', now()
       from people, unnest(array[2, 3, 4, 70]) day, lateral (select timestamptz '2026-11-20T10:00:00Z' + day * interval '1 day') slot (at)`,
  );
  rowsRead = recordRowsRead();
});
beforeEach(() => {
  rowsRead.length = 0;
});
afterAll(() => app.close());

const noPage = "This page does not exist. Take the address from the `Link` header.";

const list = (query: string) => app.call("GET", `/api/user/slots${query}`, { token: interviewee.token });

/** The number of rows of each query for slots, from the moment it is called. */
function recordRowsRead(): number[] {
  const rows: number[] = [];
  const patched = new WeakSet();
  app.deps.pool.on("acquire", (client) => {
    if (patched.has(client)) return;
    patched.add(client);
    const query = client.query.bind(client);
    // biome-ignore lint/suspicious/noExplicitAny: pg's overloads cannot be restated
    (client as any).query = (...input: any[]) => {
      // biome-ignore lint/suspicious/noExplicitAny: see above
      const result = (query as any)(...input);
      if (JSON.stringify(input[0]).includes("interviewer_id"))
        result?.then((answer: { rows: unknown[] }) => rows.push(answer.rows.length));
      return result;
    };
  });
  return rows;
}

function nextPage({ headers }: ApiResponse): string | null {
  const address = /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
  return address === undefined ? null : new URL(address, "http://own.invalid").search;
}

async function listAll(query: string): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = [];
  let pages = 0;
  for (let next: string | null = query; next !== null; pages += 1) {
    const answer = await list(next);
    expect(answer.status).toBe(200);
    ids.push(...answer.body.map(({ _id }: { _id: string }) => _id));
    next = nextPage(answer);
  }
  return { ids, pages };
}

describe("the list of slots", () => {
  it("returns 200 slots by default and the position of the next page", async () => {
    const answer = await list("");
    expect(answer.body).toHaveLength(200);
    const rest = await list(nextPage(answer) ?? "");
    expect(rest.body).toHaveLength(200);
    expect(rest.body[0].slotTime >= answer.body.at(-1).slotTime).toBe(true);
  });

  it.each([1000, 200, 70, 7])("contains every slot once in pages of %i", async (limit) => {
    const { ids, pages } = await listAll(`?to=2027-02-01T00:00:00Z&limit=${limit}`);
    expect(new Set(ids).size).toBe(4 * slotsADay);
    expect(ids).toHaveLength(4 * slotsADay);
    expect(pages).toBe(Math.ceil((4 * slotsADay) / limit));
  });

  it("keeps its position when the slot at the end of a page is deleted", async () => {
    const first = await list("?limit=5");
    const { _id, slotTime, interviewerId } = first.body.at(-1);
    const second = await list(nextPage(first) ?? "");
    const body = { startTime: slotTime, interviewerId: interviewerId._id };
    await app.deps.pool.query("update availability set status = 'removed' where id = $1", [_id]);
    expect((await list(nextPage(first) ?? "")).body).toEqual(second.body);
    expect(body.startTime).toBe(second.body[0].slotTime);
    await app.deps.pool.query("update availability set status = 'available' where id = $1", [_id]);
  });

  it.each([
    ["of a page from the middle of a long list", "", 250],
    [
      "of a window that is shorter than a page",
      "?from=2026-11-22T00:00:00Z&to=2026-11-23T00:00:00Z&limit=1000",
      slotsADay,
    ],
  ])("reads only the slots %s", async (_, query, most) => {
    clearSlotCache(app.deps);
    await list(query);
    expect(Math.max(...rowsRead)).toBe(most);
  });

  it("reads a page again from memory, even when it begins later", async () => {
    clearSlotCache(app.deps);
    await list("");
    rowsRead.length = 0;
    expect((await list("?limit=100")).body).toHaveLength(100);
    expect((await list("?from=2026-11-23T00:00:00Z&limit=50")).body).toHaveLength(50);
    expect(rowsRead).toEqual([]);
  });

  it("shows a new slot and a deletion at once, on cached pages too", async () => {
    const at = hoursFromNow(app, 24 * 5);
    const window = `?from=${hoursFromNow(app, 24 * 5 - 2)}&to=${hoursFromNow(app, 24 * 5 + 2)}`;
    expect((await list(window)).body).toEqual([]);
    const id = await offerSlot(app, interviewer, at);
    expect((await list(window)).body).toHaveLength(1);
    await app.call("DELETE", `/api/interviewer/availability/${id}`, { token: interviewer.token });
    expect((await list(window)).body).toEqual([]);
  });

  it.each([
    ["?limit=0", "Ask for 1 to 1000 slots."],
    ["?limit=1001", "Ask for 1 to 1000 slots."],
    ["?limit=ten", "Ask for 1 to 1000 slots."],
    [`?after=${Buffer.from(`1_${"-".repeat(36)}`).toString("base64url")}`, noPage],
    ["?after=nowhere", noPage],
  ])("refuses %s", async (query, msg) => {
    const answer = await list(query);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});
