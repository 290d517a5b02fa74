import type { MentorList } from "@greenroom/contract/schedule/mentors.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { type SignedUpUser, useBeforeEach, useTestApp } from "../../testing/app.ts";
import { fileForm, writePdf } from "../../testing/files.ts";
import {
  createBookedInterview,
  holdInterview,
  insertCompletedInterview,
  offerSlot,
} from "../bookings/bookings.testing.ts";
import { signUpMentor } from "./mentors.testing.ts";
import { countNumbers, mentorJobs } from "./numbers.ts";
import { clearSnapshot } from "./snapshot.ts";

/* The test's clock begins on Friday 20 November 2026 at 12:00 in India. */
const app = useTestApp();

const get = (path: string, person?: SignedUpUser) => app.get(person, path);
const search = async (query = "", person?: SignedUpUser): Promise<MentorList> => {
  clearSnapshot(app.deps);
  return (await get(`/api/mentors${query}`, person)).body;
};
const slugs = ({ mentors }: MentorList) => mentors.map(({ slug }) => slug);

async function setRatings({ user }: SignedUpUser, ratings: number, rating: number): Promise<void> {
  await countNumbers(app.deps.database, [user._id], app.clock.now());
  await app.deps.database
    .updateTable("mentorNumbers")
    .set({ ratings, rating })
    .where("userId", "=", user._id)
    .execute();
}

describe("the list of mentors", () => {
  let kavya: SignedUpUser;
  let arjun: SignedUpUser;
  beforeAll(async () => {
    await app.deps.pool.query("update interviewer_profiles set listed_at = null");
    kavya = await signUpMentor(app, {
      slug: "kavya-r",
      topicKeys: ["ml-system-design", "python"],
      languages: ["en", "hi"],
    });
    arjun = await signUpMentor(app, {
      ...{ slug: "arjun", firstName: "Arjun", lastName: "Mehta", showsLastName: true },
      ...{ roles: ["data-analyst"], levels: ["entry", "mid"], topicKeys: ["sql"] },
    });
    await signUpMentor(app, { slug: "private-person", isListed: false });
    // Monday 19:00 and Tuesday 9:00 in India.
    await offerSlot(app, kavya, "2026-11-23T13:30:00.000Z");
    await offerSlot(app, arjun, "2026-11-24T03:30:00.000Z");
    await setRatings(kavya, 20, 4.7);
    await setRatings(arjun, 4, 5);
  });

  it("shows what is public of those who are listed, and nothing else", async () => {
    const { mentors, total, next } = await search("?sort=rating");
    expect([total, next]).toEqual([2, null]);
    expect(mentors[0]).toEqual({
      slug: "kavya-r",
      firstName: "Kavya",
      lastName: "",
      headline: "Interviews for ranking teams",
      years: 8,
      roles: ["ml-engineer"],
      levels: ["mid"],
      topics: ["ml-system-design", "python"],
      languages: ["en", "hi"],
      photoUrl: null,
      checks: [],
      timeZone: "Asia/Kolkata",
      numbers: {
        rating: { average: 4.7, count: 20 },
        interviews: 0,
        onTimePercent: null,
        feedbackMinutes: null,
      },
      slots: [{ _id: expect.any(String), slotTime: "2026-11-23T13:30:00.000Z" }],
      reasons: [],
    });
    // Arjun shows his last name, and four ratings are too few for an average.
    expect(mentors[1]).toMatchObject({ lastName: "Mehta", numbers: { rating: null } });
    const text = JSON.stringify(mentors);
    for (const secret of ["@", "98765", "Rao", kavya.user._id, arjun.user._id])
      expect(text).not.toContain(secret);
  });

  it.each([
    ["role=ml-engineer", ["kavya-r"]],
    ["role=", ["arjun", "kavya-r"]],
    ["level=entry", ["arjun"]],
    ["topic=sql", ["arjun"]],
    ["language=hi", ["kavya-r"]],
    ["day=mon", ["kavya-r"]],
    ["part=morning", ["arjun"]],
    ["day=mon&part=evening", ["kavya-r"]],
    // 19:00 in India is 13:30 in London.
    ["day=mon&part=afternoon&tz=Europe/London", ["kavya-r"]],
    ["rating=4.5", ["kavya-r"]],
  ])("with %s is of %s", async (query, expected) => {
    const list = await search(`?${query}`);
    expect(slugs(list).sort()).toEqual(expected);
    expect(list.dropped).toEqual([]);
  });

  it.each([
    ["soonest", ["kavya-r", "arjun"]],
    ["rating", ["kavya-r", "arjun"]],
  ])("in order of %s", async (sort, expected) => {
    expect(slugs(await search(`?sort=${sort}`))).toEqual(expected);
  });

  it("finds times in each visitor's own zone, one after the other, also across a change of the clocks", async () => {
    // In London the clocks change on 25 October: 17:30 before, 16:30 after.
    app.clock.set("2026-10-20T06:30:00.000Z");
    await offerSlot(app, kavya, "2026-10-24T16:30:00.000Z");
    await offerSlot(app, arjun, "2026-10-31T16:30:00.000Z");
    clearSnapshot(app.deps);
    const read = async (query: string) => slugs((await get(`/api/mentors?day=sat&${query}`)).body).sort();
    const all = ["arjun", "kavya-r"];
    expect(await read("part=evening&tz=Europe/London")).toEqual(["kavya-r"]);
    expect(await read("part=evening&tz=Asia/Kolkata")).toEqual(all);
    expect(await read("part=afternoon&tz=UTC")).toEqual(all);
    expect(await read("part=afternoon&tz=Europe/London")).toEqual(["arjun"]);
    expect(await read("part=afternoon&tz=Africa/Abidjan")).toEqual(all);
    expect(await read("part=morning&tz=America/Los_Angeles")).toEqual(all);
    expect(await read("part=evening&tz=asia/kolkata&sort=rating")).toEqual(all);
  });

  it("shows the times that suit, however many others come first", async () => {
    app.clock.set("2026-11-20T06:30:00.000Z");
    const riya = await signUpMentor(app, { slug: "riya", roles: ["ai-engineer"] });
    // All of Friday evening, Saturday and Sunday in India.
    const first = Date.parse("2026-11-20T12:00:00.000Z");
    for (let index = 0; index < 85; index++)
      await offerSlot(app, riya, new Date(first + index * 45 * 60_000).toISOString());
    await offerSlot(app, riya, "2026-11-24T13:30:00.000Z");
    const [card] = (await search("?role=ai-engineer&day=tue&part=evening")).mentors;
    expect(card?.slots.map(({ slotTime }) => slotTime)).toEqual(["2026-11-24T13:30:00.000Z"]);
    await app.deps.pool.query("update interviewer_profiles set listed_at = null where slug = 'riya'");
  });

  it("counts the values of each filter under the other filters", async () => {
    const { counts } = await search("?level=mid&day=mon");
    expect(counts.role).toMatchObject({ "ml-engineer": 1, "data-analyst": 0 });
    expect(counts.day).toMatchObject({ mon: 1, tue: 1, wed: 0 });
    expect(counts.part).toEqual({ morning: 0, afternoon: 0, evening: 1 });
    expect(counts.rating).toEqual({ "4": 1, "4.5": 1 });
  });

  it.each([
    [
      "day=mon&topic=sql",
      ["topic"],
      [
        ["topic", 1],
        ["day", 1],
      ],
    ],
    ["role=data-engineer&day=sun", ["day", "role"], []],
  ])("with %s nobody matches, and the nearest are shown", async (query, dropped, alternatives) => {
    const list = await search(`?${query}`);
    expect(list.total).toBe(0);
    expect(list.dropped).toEqual(dropped);
    expect(list.alternatives.map(({ without, total }) => [without, total])).toEqual(alternatives);
    expect(list.mentors.length).toBeGreaterThan(0);
  });

  it("has pages", async () => {
    const first = await search("?sort=soonest&limit=1");
    expect([slugs(first), first.next]).toEqual([["kavya-r"], "1"]);
    const second = await search(`?sort=soonest&limit=1&after=${first.next}`);
    expect([slugs(second), second.next]).toEqual([["arjun"], null]);
    // A link to a page that is gone, because mentors have left the list.
    expect(slugs(await search("?sort=soonest&limit=1&after=24"))).toEqual(["kavya-r"]);
  });

  it.each([
    ["role=king", "role"],
    ["tz=Mars/Base", "tz"],
    ["limit=25", "limit"],
    ["after=-1", "after"],
    ["sort=random", "sort"],
  ])("refuses %s", async (query, path) => {
    const { status, body } = await get(`/api/mentors?${query}`);
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  it("explains the order to an interviewee by their goal and their weakest area", async () => {
    const mentor = await app.signUpInterviewer();
    const { interviewee, booking } = await createBookedInterview(app, { interviewer: mentor });
    await app.put(interviewee, `/api/user/bookings/${booking._id}/goal`, {
      role: "ML engineer",
      level: "mid",
      language: "hi",
      practice: ["coding"],
    });
    const scores = { intervieweeId: interviewee.user._id, interviewerId: mentor.user._id };
    await app.deps.database
      .insertInto("feedbackScores")
      .values([
        {
          bookingId: booking._id,
          area: "evaluation",
          track: "ml-engineer",
          score: 2,
          ...scores,
          scoredAt: app.clock.now(),
        },
        {
          bookingId: booking._id,
          area: "coding",
          track: "ml-engineer",
          score: 4,
          ...scores,
          scoredAt: app.clock.now(),
        },
      ])
      .execute();
    const list = await search("", interviewee);
    expect(list.mentors.find(({ slug }) => slug === "kavya-r")?.reasons).toEqual([
      "Interviews ML engineers at mid level",
      "asks ML system design, your weakest area",
      "speaks Hindi",
    ]);
    expect((await search()).mentors[0]?.reasons).toEqual([]);
  });

  it("leaves out who is blocked, hidden or no interviewer, at once", async () => {
    for (const [change, undo] of [
      ["update users set blocked_at = now()", "update users set blocked_at = null"],
      [
        "update interviewer_profiles set hidden_at = now(), hidden_reason = 'false claims'",
        "update interviewer_profiles set hidden_at = null, hidden_reason = null",
      ],
    ] as const) {
      const key = change.includes("users") ? "id" : "user_id";
      await search();
      await app.deps.pool.query(`${change} where ${key} = $1`, [kavya.user._id]);
      // Without clearing the snapshot.
      expect(slugs((await get("/api/mentors")).body)).toEqual(["arjun"]);
      expect((await get("/api/mentors/kavya-r")).status).toBe(404);
      await app.deps.pool.query(`${undo} where ${key} = $1`, [kavya.user._id]);
    }
  });
});

describe("a mentor's page", () => {
  it("has the profile, checked facts, numbers and the next free times", async () => {
    const mentor = await signUpMentor(app, { slug: "meera-k", firstName: "Meera" });
    const operator = await app.signUpOperator();
    const check = { kind: "degree", evidence: "Certificate on a call", userId: mentor.user._id } as const;
    const checked = { ...check, checkedBy: operator.user._id, checkedAt: app.clock.now() };
    await app.deps.database
      .insertInto("mentorChecks")
      .values([
        { id: newId(), claim: "IIT Bombay degree", ...checked },
        { id: newId(), claim: "Works at Acme", ...checked, withdrawnAt: app.clock.now() },
      ])
      .execute();
    await offerSlot(app, mentor, "2026-11-23T13:30:00.000Z");
    await app.deps.pool.query(
      "update availability set bookable_until = '2026-11-20T06:00:00Z' where interviewer_id = $1",
      [mentor.user._id],
    );
    await offerSlot(app, mentor, "2026-11-24T13:30:00.000Z");
    const { status, body } = await get("/api/mentors/Meera-K");
    expect(status).toBe(200);
    expect(body.mentor).toMatchObject({
      slug: "meera-k",
      approach: "I ask one problem and go deep.",
      checks: [{ claim: "IIT Bombay degree", month: "2026-11" }],
    });
    // The first is within its notice.
    expect(body.slots.map(({ slotTime }: { slotTime: string }) => slotTime)).toEqual([
      "2026-11-24T13:30:00.000Z",
    ]);
    expect(body.next).toBeNull();
    expect((await get("/api/mentors/meera-k?from=2026-11-25T00:00:00Z")).body.slots).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/evidence|Certificate|@|userId/);
  });

  it.each(["nobody", "private-person", "-", "%00"])("is not found at /api/mentors/%s", async (slug) => {
    expect((await get(`/api/mentors/${slug}`)).status).toBe(slug === "%00" ? 400 : 404);
  });
});

describe("the numbers of a mentor", () => {
  const mentor = useBeforeEach(() => app.signUpInterviewer());
  const numbers = async () => (await get("/api/interviewer/numbers", mentor)).body.own;

  it("are counted after the interview, the rating and the feedback", async () => {
    const { interviewee, booking } = await createBookedInterview(app, { interviewer: mentor });
    await holdInterview(app, booking);
    await app.post(interviewee, "/api/user/feedback", {
      bookingId: booking._id,
      interviewerId: mentor.user._id,
      interviewScore: 4,
      overallSummary: "Good.",
    });
    await app.runJobs();
    expect(await numbers()).toEqual({
      rating: { average: 4, count: 1 },
      interviews: 1,
      onTimePercent: 100,
      feedbackMinutes: null,
    });
    const sent = await app.post(
      mentor,
      `/api/interviewer/feedback-upload/${booking._id}`,
      fileForm("feedback", writePdf("Feedback", ["Well done."])),
    );
    expect(sent.status).toBe(201);
    await app.runJobs();
    expect(await numbers()).toMatchObject({ feedbackMinutes: 1 });
  });

  it("count the last 50 interviews: the share on time, without those elsewhere, and the median time", async () => {
    const interviewee = await app.signUp();
    for (let index = 0; index < 4; index++) {
      const startsAt = new Date(Date.parse("2026-10-01T10:00:00Z") + index * 86_400_000);
      const { bookingId, endsAt } = await insertCompletedInterview(app, {
        interviewerId: mentor.user._id,
        intervieweeId: interviewee.user._id,
        startsAt,
      });
      // Twice on time, once three minutes late, and once at another provider.
      const late = [0, 2, 3][index];
      if (late !== undefined)
        await app.deps.pool.query(
          `insert into room_visits (id, booking_id, user_id, entered_at, last_seen_at, left_at) values ($1, $2, $3, $4, $5, $5)`,
          [newId(), bookingId, mentor.user._id, new Date(startsAt.getTime() + late * 60_000), endsAt],
        );
      if (index < 3)
        await app.deps.pool.query(
          `insert into feedback_files (booking_id, storage_key, file_name, size_bytes, uploaded_at) values ($1::uuid, $1::text, 'f.pdf', 1, $2)`,
          [bookingId, new Date(endsAt.getTime() + 60_000 * ([60, 120, 600][index] ?? 0))],
        );
    }
    await countNumbers(app.deps.database, [mentor.user._id], app.clock.now());
    expect(await numbers()).toEqual({ rating: null, interviews: 4, onTimePercent: 67, feedbackMinutes: 120 });
    await app.deps.pool.query(
      `update bookings set status = 'no_show_interviewer' where id = (
        select id from bookings where interviewer_id = $1 order by starts_at desc limit 1)`,
      [mentor.user._id],
    );
    await countNumbers(app.deps.database, [mentor.user._id], app.clock.now());
    expect(await numbers()).toMatchObject({ interviews: 3, onTimePercent: 50 });
  });

  it("stand beside the median of the listed mentors", async () => {
    await app.deps.pool.query("update interviewer_profiles set listed_at = null");
    expect((await get("/api/interviewer/numbers", mentor)).body.median).toBeNull();
    for (const [index, rating] of [4, 4.4, 5].entries()) {
      const other = await signUpMentor(app, { slug: `median-${index}` });
      await setRatings(other, 10, rating);
    }
    expect((await get("/api/interviewer/numbers", mentor)).body.median).toEqual({
      rating: { average: 4.4, count: 10 },
      interviews: 0,
      onTimePercent: null,
      feedbackMinutes: null,
    });
  });

  it("are counted once for everybody who was never counted", async () => {
    await app.deps.pool.query("delete from mentor_numbers");
    await mentorJobs.find(({ job }) => job.cron !== undefined)?.run(app.deps, {}, "job");
    const counted = await app.deps.pool.query("select count(*)::int from mentor_numbers where user_id = $1", [
      mentor.user._id,
    ]);
    expect(counted.rows).toEqual([{ count: 1 }]);
  });
});
