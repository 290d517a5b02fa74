import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { grantTestCredits, hoursFromNow, offerSlot, postBooking } from "../bookings/bookings.testing.ts";
import { signUpMentor } from "../mentors/mentors.testing.ts";
import { bookableWindow, clearSlotCache } from "./open-slots.ts";
import { ownWindow } from "./slots.ts";

describe("rules", () => {
  const now = new Date("2026-11-20T06:30:00Z");
  const at = (text: string) => new Date(text);

  describe("bookableWindow", () => {
    it.each([
      ["by default: from now, 60 days", {}, "2026-11-20T06:30:00Z", "2027-01-19T06:30:00Z"],
      [
        "the past is left out",
        { from: at("2026-11-01T00:00:00Z"), to: at("2026-12-01T00:00:00Z") },
        "2026-11-20T06:30:00Z",
        "2026-12-01T00:00:00Z",
      ],
      [
        "only a start: 60 days from it",
        { from: at("2026-12-01T00:00:00Z") },
        "2026-12-01T00:00:00Z",
        "2027-01-30T00:00:00Z",
      ],
      ["only an end", { to: at("2026-11-21T00:00:00Z") }, "2026-11-20T06:30:00Z", "2026-11-21T00:00:00Z"],
    ])("%s", (_name, asked, from, to) => {
      expect(bookableWindow(asked, now)).toEqual({ from: at(from), to: at(to) });
    });

    it("refuses an end before the start", () => {
      expect(() =>
        bookableWindow({ from: at("2026-12-02T00:00:00Z"), to: at("2026-12-01T00:00:00Z") }, now),
      ).toThrow("The end of the range must not be before its start.");
    });
  });

  describe("ownWindow", () => {
    it("reaches from a month back to every slot that can be offered", () => {
      expect(ownWindow({}, now)).toEqual({
        from: at("2026-10-20T06:30:00Z"),
        to: at("2200-01-01T00:00:00Z"),
      });
    });

    it("keeps a requested window in the past", () => {
      const asked = { from: at("2026-01-01T00:00:00Z"), to: at("2026-02-01T00:00:00Z") };
      expect(ownWindow(asked, now)).toEqual(asked);
    });
  });
});

describe("availability", () => {
  const app = useTestApp();
  let interviewer: SignedUpUser;
  let other: SignedUpUser;
  let interviewee: SignedUpUser;
  const path = "/api/interviewer/availability";
  let mentors = 0;

  beforeAll(async () => {
    interviewer = await app.signUpInterviewer();
    other = await app.signUpInterviewer();
    interviewee = await app.signUp();
    await grantTestCredits(app, interviewee, { sessions: 20 });
  });

  const add = (body: unknown, token = interviewer.token) => app.post({ token }, path, body);
  const slots = async (query = "") => await app.read(interviewee, `/api/user/slots${query}`);
  const countSlots = () =>
    app.deps.database
      .selectFrom("availability")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .executeTakeFirst();

  describe("adding", () => {
    it("offers 45 minutes that interviewees see at once", async () => {
      const slotTime = hoursFromNow(app, 24);
      const before = await slots();
      const answer = await add({ slotTime });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ slotTime, booking: null, allowedActions: ["delete"] });
      const known = new Set(before.map(({ _id }: { _id: string }) => _id));
      expect((await slots()).filter(({ _id }: { _id: string }) => !known.has(_id))).toEqual([
        {
          _id: answer.body._id,
          slotTime,
          interviewerId: {
            _id: interviewer.user._id,
            firstName: interviewer.user.firstName,
            lastName: "Test",
          },
        },
      ]);
    });

    it.each([
      ["whole, if its mentor shows it", { showsLastName: true, lastName: "Rao" }, "Rao"],
      ["as an initial, if its mentor hides it", { lastName: "Rao" }, "R."],
      ["not at all, if its mentor has none", { lastName: "" }, ""],
    ])("shows a last name %s, and whole once it is booked", async (_what, fields, lastName) => {
      const mentor = await signUpMentor(app, { slug: `kavya-${mentors++}`, ...fields });
      const startTime = hoursFromNow(app, 60 + mentors);
      await offerSlot(app, mentor, startTime);
      const { _id } = mentor.user;
      const of = (list: { interviewerId: { _id: string } }[]) =>
        list.map(({ interviewerId }) => interviewerId).find((one) => one._id === _id);
      expect(of(await slots())).toEqual({ _id, firstName: "Kavya", lastName });
      const body = { mentor: _id };
      const { token } = interviewee;
      const booked = await postBooking(app, interviewee, { startTime, interviewerId: _id });
      expect(of([booked.body])).toEqual({ _id, firstName: "Kavya", lastName: fields.lastName });
      expect((await app.post({ token }, "/api/user/waits", body)).body.mentor).toEqual({
        ...{ _id, firstName: "Kavya", lastName },
      });
    });

    const refused = async (slotTime: string) => {
      const before = await countSlots();
      const { status, body } = await add({ slotTime });
      expect(await countSlots()).toEqual(before);
      return [status, body.msg];
    };

    it.each([
      ["a past instant", () => hoursFromNow(app, -1), "You cannot add slots in the past."],
      ["now", () => hoursFromNow(app, 0), "You cannot add slots in the past."],
      [
        "seconds",
        () => hoursFromNow(app, 30).replace(":00.000", ":01.000"),
        "A slot starts on a whole minute.",
      ],
      ["no zone", () => "2026-12-01T10:00:00", "This is not a date and time with a zone."],
      ["the year 9999", () => "9999-12-01T10:00:00Z", "This date is out of range."],
    ])("refuses %s and writes nothing", async (_name, slotTime, msg) => {
      expect(await refused(slotTime())).toEqual([400, msg]);
    });

    it("refuses an overlap and writes nothing", async () => {
      const taken = hoursFromNow(app, 40);
      await offerSlot(app, interviewer, taken);
      const during = new Date(Date.parse(taken) + 44 * 60_000).toISOString();
      expect(await refused(during)).toEqual([409, "This slot overlaps with another of your slots."]);
    });

    it("allows adjacent slots, and the same time for other interviewers", async () => {
      const first = hoursFromNow(app, 44);
      await offerSlot(app, interviewer, first);
      const next = new Date(Date.parse(first) + 45 * 60_000).toISOString();
      expect((await add({ slotTime: next })).status).toBe(201);
      expect((await add({ slotTime: next }, other.token)).status).toBe(201);
    });

    it("accepts one of 20 overlapping slots at once", async () => {
      const base = new Date(hoursFromNow(app, 100)).getTime();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          add({ slotTime: new Date(base + index * 60_000).toISOString() }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    });
  });

  describe("the list of slots", () => {
    it("lists only the requested window", async () => {
      const from = hoursFromNow(app, 48);
      const to = hoursFromNow(app, 49);
      for (const slotTime of [from, to]) await offerSlot(app, other, slotTime);
      const times = (await slots(`?from=${from}&to=${to}`)).map(
        ({ slotTime }: { slotTime: string }) => slotTime,
      );
      expect(times).toEqual([from]);
    });

    it.each([
      [
        "?from=2026-12-02T00:00:00Z&to=2026-12-01T00:00:00Z",
        "The end of the range must not be before its start.",
      ],
    ])("refuses %s", async (query, msg) => {
      const answer = await app.get(interviewee, `/api/user/slots${query}`);
      expect([answer.status, answer.body.msg]).toEqual([400, msg]);
    });

    it("omits a slot from the moment it begins", async () => {
      const soon = new Date(app.clock.now().getTime() + 60_000).toISOString();
      const id = await offerSlot(app, other, soon);
      const ids = async () => (await slots()).map(({ _id }: { _id: string }) => _id);
      expect(await ids()).toContain(id);
      app.clock.advance({ minutes: 1 });
      expect(await ids()).not.toContain(id);
    });

    it("shows another server's changes within a second", async () => {
      const id = await offerSlot(app, other, hoursFromNow(app, 52));
      const before = (await slots()).length;
      await app.deps.database
        .updateTable("availability")
        .set({ status: "removed" })
        .where("id", "=", id)
        .execute();
      app.clock.advance({ seconds: 1 });
      expect(await slots()).toHaveLength(before - 1);
    });

    it("is compressed on request, with the same content", async () => {
      for (let hour = 300; hour < 320; hour += 1) await offerSlot(app, other, hoursFromNow(app, hour));
      const headers = { "accept-encoding": "gzip" };
      const answer = await app.call("GET", "/api/user/slots", { token: interviewee.token, headers });
      expect(answer.headers.get("content-encoding")).toBe("gzip");
      expect(answer.body).toEqual(await slots());
    });
  });

  describe("deleting", () => {
    const remove = (id: string, token = interviewer.token) => app.delete({ token }, `${path}/${id}`);

    it("refuses a booked slot, which then shows who booked it", async () => {
      const startTime = hoursFromNow(app, 402);
      const id = await offerSlot(app, interviewer, startTime);
      await postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id });
      const answer = await remove(id);
      expect([answer.status, answer.body.msg]).toEqual([409, "Failed to delete slot. It has been booked."]);
      const list = await app.read(interviewer, path);
      expect(list.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
        allowedActions: ["view-resume"],
        booking: { status: "pending", zoomLink: null, userId: { email: interviewee.user.email } },
      });
    });

    it("and booking the same slot at once: one succeeds, the other is refused", async () => {
      for (let round = 0; round < 10; round += 1) {
        const startTime = hoursFromNow(app, 500 + round);
        const id = await offerSlot(app, interviewer, startTime);
        const [deleted, booked] = await Promise.all([
          remove(id),
          postBooking(app, interviewee, { startTime, interviewerId: interviewer.user._id }),
        ]);
        expect([
          [200, 409],
          [409, 201],
        ]).toContainEqual([deleted.status, booked.status]);
      }
    });
  });
});

describe("slot pages", () => {
  /** Open slots on each of four days, two days of which do not fit on one page. */
  const slotsADay = 150;

  const app = useTestApp();
  let interviewer: SignedUpUser;
  let interviewee: SignedUpUser;
  let rowsRead: number[];
  beforeAll(async () => {
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

  const noPage = "This list has no such page. Start with the first one.";

  const list = (query: string) => app.get(interviewee, `/api/user/slots${query}`);

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

    it.each([1000, 70])("contains every slot once in pages of %i", async (limit) => {
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
      ["of a page of a long list", "", 201],
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

    it("reads a page for all its readers at once, and again from memory", async () => {
      clearSlotCache(app.deps);
      await Promise.all([list(""), list(""), list("")]);
      await list("");
      expect(rowsRead).toEqual([201]);
    });

    it("shows a new slot and a deletion at once, on cached pages too", async () => {
      const at = hoursFromNow(app, 24 * 5);
      const window = `?from=${hoursFromNow(app, 24 * 5 - 2)}&to=${hoursFromNow(app, 24 * 5 + 2)}`;
      expect((await list(window)).body).toEqual([]);
      const id = await offerSlot(app, interviewer, at);
      expect((await list(window)).body).toHaveLength(1);
      await app.delete(interviewer, `/api/interviewer/availability/${id}`);
      expect((await list(window)).body).toEqual([]);
    });

    it.each([
      ["?limit=0", "Ask for 1 to 1000 slots."],
      ["?limit=1001", "Ask for 1 to 1000 slots."],
      [`?after=${Buffer.from(`1_${"-".repeat(36)}`).toString("base64url")}`, noPage],
      ["?after=nowhere", noPage],
    ])("refuses %s", async (query, msg) => {
      const answer = await list(query);
      expect([answer.status, answer.body.msg]).toEqual([400, msg]);
    });
  });
});
