import type { PublicMentor } from "@greenroom/contract/people/mentors.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../kernel/db/transaction.ts";
import { deleteOwnAccount, useBeforeAll, useBeforeEach, useTestApp } from "../../testing/app.ts";
import { fileForm } from "../../testing/files.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import { mentorPage } from "../../testing/records.ts";
import { presentMentor, publicColumns, selectListedMentors } from "./listed-mentors.ts";
import { setPageHidden, suggestSlug } from "./mentor-page.ts";
import { png } from "./photos.testing.ts";

const app = useTestApp();
const mentor = useBeforeEach(() => app.signUpInterviewer({ firstName: "Kavya", lastName: "Rao" }));
const interviewee = useBeforeAll(() => app.signUp());
beforeEach(async () => {
  await app.deps.database.deleteFrom("interviewerProfiles").execute();
});

const path = "/api/interviewer/profile";
const page = mentorPage({ slug: "kavya-r", isListed: true });
const { approach } = page;
const get = async (by = mentor) => await app.read(by, path);
const save = (change: object = {}, by = mentor) => app.post(by, path, { ...page, ...change });
const listed = async (): Promise<PublicMentor[]> => {
  const { database, config } = app.deps;
  const rows = await selectListedMentors(database).select(publicColumns(config.business.timeZone)).execute();
  return rows.map(presentMentor);
};
const card = async () => (await app.read(interviewee, `/api/user/interviewers?id=${mentor.user._id}`))[0];

describe("a mentor's page", () => {
  it("is empty at first, with a free address, and nothing of it is public", async () => {
    expect(await get()).toEqual({
      ...{ slug: "kavya-r", firstName: "Kavya", lastName: "Rao", headline: "", approach: "", years: null },
      ...{ roles: [], levels: [], topics: [], languages: [], photoUrl: null, checks: [] },
      ...{ timeZone: "Asia/Kolkata", showsLastName: false, isListed: false, hidden: null },
      checksEndedWithName: false,
    });
    expect(await listed()).toEqual([]);
  });

  it("is a draft until its mentor shows it to everybody, and is gone as soon as they no longer do", async () => {
    const draft = { headline: "", approach: "I listen.", roles: [], isListed: false };
    expect((await save(draft)).body).toMatchObject(draft);
    expect(await listed()).toEqual([]);
    expect((await save()).body).toMatchObject(page);
    expect(await listed()).toEqual([
      {
        ...{ slug: "kavya-r", firstName: "Kavya", lastName: "", headline: page.headline, approach, years: 9 },
        ...{ roles: page.roles, levels: page.levels, topics: page.topics, languages: page.languages },
        ...{ photoUrl: null, checks: [], timeZone: "Asia/Kolkata" },
      },
    ]);
    await save({ showsLastName: true });
    expect(await listed()).toMatchObject([{ lastName: "Rao" }]);
    await save({ isListed: false });
    expect(await listed()).toEqual([]);
  });

  it("keeps the day on which it was listed first, over a change", async () => {
    const since = async () =>
      (await app.deps.database.selectFrom("interviewerProfiles").select("listedAt").executeTakeFirst())
        ?.listedAt;
    await save();
    const first = await since();
    app.clock.advance({ days: 3 });
    await save({ headline: "Principal ML engineer" });
    expect(await since()).toEqual(first);
  });

  it("is not public while its mentor is blocked or no interviewer", async () => {
    const { database } = app.deps;
    await save();
    const setUser = (change: object) =>
      database.updateTable("users").set(change).where("id", "=", mentor.user._id).execute();
    await setUser({ blockedAt: new Date() });
    expect(await listed()).toEqual([]);
    await setUser({ blockedAt: null, role: "interviewee" });
    expect(await listed()).toEqual([]);
  });

  it("leaves with the account", async () => {
    await save();
    await app.deps.database
      .insertInto("mentorChecks")
      .values({
        ...{ id: crypto.randomUUID(), userId: mentor.user._id, kind: "degree", claim: "IIT Bombay degree" },
        ...{ evidence: "Seen on a call", checkedBy: interviewee.user._id, checkedAt: new Date() },
      })
      .execute();
    await deleteOwnAccount(app, mentor);
    expect(await listed()).toEqual([]);
    expect(await app.deps.database.selectFrom("mentorChecks").selectAll().execute()).toEqual([]);
    const other = await app.signUpInterviewer({ firstName: "Kavya", lastName: "Rao" });
    expect((await save({}, other)).status).toBe(200);
  });

  it("names its topics on the card of an interviewee; older ones only until some are chosen", async () => {
    const { database } = app.deps;
    const row = { userId: mentor.user._id, topics: ["Recommenders"], updatedAt: new Date() };
    await database.insertInto("interviewerProfiles").values(row).execute();
    expect(await card()).toMatchObject({ firstName: "Kavya", lastName: "R.", topics: ["Recommenders"] });
    await save();
    expect(await card()).toEqual({
      ...{ _id: mentor.user._id, firstName: "Kavya", lastName: "R.", headline: page.headline },
      ...{ topics: ["SQL", "ML system design"], photoUrl: null },
    });
    await save({ showsLastName: true });
    expect(await card()).toMatchObject({ lastName: "Rao" });
  });

  it.each([
    ["slug", { slug: "" }, /3 to 40 small letters/],
    ["slug", { slug: "kr" }, /3 to 40 small letters/],
    ["slug", { slug: "k".repeat(41) }, /3 to 40 small letters/],
    ["slug", { slug: "kavya_r" }, /3 to 40 small letters/],
    ["slug", { slug: "kavya--r" }, /3 to 40 small letters/],
    ["slug", { slug: "-kavya" }, /3 to 40 small letters/],
    ["slug", { slug: "कविता" }, /3 to 40 small letters/],
    ["slug", { slug: "../etc" }, /3 to 40 small letters/],
    ...["admin", "operator", "api", "new", "greenroom", "support", "greenroom-support", "kavya-official"].map(
      (slug) => ["slug", { slug }, /cannot be used/] as const,
    ),
    ...["fuck-you", "f-u-c-k", "fuckyou99", "5hit", "sh1t-kavya", "chutiya", "nazi", "adm1n"].map(
      (slug) => ["slug", { slug }, /cannot be used/] as const,
    ),
    ...["call-9876543210", "kavya-gmail-com", "whatsapp-me", "kavya-at-ybl"].map(
      (slug) => ["slug", { slug }, /cannot be used/] as const,
    ),
    ["headline", { headline: "x".repeat(121) }, "Headline can be at most 120 characters long."],
    ["headline", { headline: "Two\nlines" }, /cannot be used/],
    ["headline", { headline: "kavya.example.com" }, /^Headline cannot contain a link: “/],
    ["headline", { headline: "Call 98765 43210" }, "Headline cannot contain a phone number: “98765 43210”."],
    ["approach", { approach: `${approach} <b>Hi</b>` }, "How I interview cannot contain markup: “<b>”."],
    ["approach", { approach: `${approach} k@gmail.com` }, /cannot contain an email address: “k@gmail.com”/],
    ["approach", { approach: `${approach} I am @kavya_ml` }, /cannot contain a handle: “@kavya_ml”/],
    ["approach", { approach: "x".repeat(1001) }, /at most 1000 characters/],
    ["years", { years: 61 }, /from 0 to 60/],
    ["years", { years: 1.5 }, /from 0 to 60/],
    ["roles.0", { roles: ["astronaut"] }, "Choose each role from the list."],
    ["levels", { levels: ["mid", "mid"] }, "Choose each level once."],
    ["topics.0", { topics: ["Recommenders"] }, "Choose each topic from the list."],
    ["languages.0", { languages: ["tlh"] }, "Choose each language from the list."],
    ["hidden", { hidden: null }, "Unknown field: hidden."],
    ["headline", { headline: " " }, "Write a headline."],
    ["approach", { approach: "I listen." }, "Say how you interview, in at least 80 characters."],
    ["roles", { roles: [] }, "Choose at least one role."],
    ["levels", { levels: [] }, "Choose at least one level."],
    ["topics", { topics: [] }, "Choose at least one topic."],
    ["languages", { languages: [] }, "Choose at least one language."],
  ] as const)("is refused at %s: %j", async (field, change, msg) => {
    const { status, body } = await save(change);
    expect([status, body.details?.[0]?.path]).toEqual([400, field]);
    expect(body.details[0].msg).toEqual(typeof msg === "string" ? msg : expect.stringMatching(msg));
    expect(await listed()).toEqual([]);
  });
});

it("the photo of a page that is taken down is shown to its mentor only", async () => {
  const body = fileForm("photo", png({ secret: "x" }), "me.png", "image/png");
  const sent = await app.post(mentor, "/api/interviewer/profile-photo", body);
  await save();
  expect((await get()).photoUrl).toBe(sent.body.photoUrl);
  const hide = (hidden: { at: Date; reason: string } | null) =>
    inTransaction(app.deps.database, (tx) => setPageHidden(tx, mentor.user._id, hidden));
  await hide({ at: app.clock.now(), reason: "Not you" });
  expect((await app.call("GET", sent.body.photoUrl)).status).toBe(404);
  expect((await get()).photoUrl).toMatch(/^data:image\/\w+;base64,./);
  await hide(null);
  expect((await get()).photoUrl).toBe(sent.body.photoUrl);
});

describe("a name on a page", () => {
  const rename = (firstName: string, lastName: string) => {
    const body = { firstName, lastName, mobileNumber: "+91 90000 11111" };
    return app.post(mentor, "/api/user/account", body);
  };

  it.each([
    ["firstName", "Kavya WhatsApp 98765", "Rao", "First name cannot contain a handle: “WhatsApp 98765”."],
    ["lastName", "Kavya", "Rao or kavya at gmail dot com", /^Last name cannot contain an email address: “/],
    ["lastName", "Kavya 98765", "43210 R", "Your name cannot contain a phone number: “98765 43210”."],
  ])("is no contact detail in %s: %s %s", async (field, firstName, lastName, msg) => {
    const { status, body } = await rename(firstName, lastName);
    expect([status, body.details?.[0]?.path]).toEqual([400, field]);
    expect(body.details[0].msg).toEqual(typeof msg === "string" ? msg : expect.stringMatching(msg));
  });

  it("from before this rule cannot be listed", async () => {
    const setName = (firstName: string, lastName: string) =>
      app.deps.database
        .updateTable("users")
        .set({ firstName, lastName })
        .where("id", "=", mentor.user._id)
        .execute();
    await setName("Kavya", "98765 43210");
    expect((await save()).status).toBe(200);
    const shown = await save({ showsLastName: true });
    const msg = "Your name cannot contain a phone number: “98765 43210”.";
    expect([shown.status, shown.body.details]).toEqual([400, [{ path: "showsLastName", msg }]]);
    expect((await save({ showsLastName: true, isListed: false })).status).toBe(200);
    await setName("Kavya 9876543210", "");
    expect((await save()).body.details[0].path).toBe("isListed");
  });

  it("keeps the directions of scripts to itself", async () => {
    expect((await save({ headline: "Staff \u202eengineer" })).body.details[0].path).toBe("headline");
    expect((await save({ approach: `${approach} \u202eNotes\u2069.` })).body.approach).toBe(
      `${approach} Notes.`,
    );
  });
});

describe("the address of a page", () => {
  it.each([
    ["Kavya", "Rao", "kavya-r"],
    ["Åsa", "Öberg", "asa-o"],
    ["Mary Ann", "D'Souza", "mary-ann-d"],
    ["Harshit", "Dixit", "harshit-d"],
    ["Nazia", "", "nazia"],
    ["Al", "", "my-page"],
    ["कविता", "राव", "my-page"],
    ["Admin", "", "my-page"],
    ["Venkatanarasimharajuvaripeta-Maximilian", "Z", "venkatanarasimharajuvaripeta-m-z"],
  ])("for %s %s is %s", (firstName, lastName, slug) => {
    expect(suggestSlug({ firstName, lastName })).toBe(slug);
  });

  it("is each mentor's own, and the next free one is offered", async () => {
    const other = await app.signUpInterviewer({ firstName: "Kavya", lastName: "Reddy" });
    await save();
    expect((await get(other)).slug).toBe("kavya-r-2");
    const taken = await save({}, other);
    const msg = "Another mentor has “kavya-r”. “kavya-r-2” is free.";
    expect([taken.status, taken.body.details]).toEqual([409, [{ path: "slug", msg }]]);
    expect((await save({ slug: " Kavya-R-2 " }, other)).body.slug).toBe("kavya-r-2");
    const third = await app.signUpInterviewer({ firstName: "Kavya", lastName: "Roy" });
    expect((await save({}, third)).body.msg).toContain("“kavya-r-3” is free");
    // Its own address is not taken, and one that was given up is free.
    expect((await save({ slug: "kavya-rao" })).status).toBe(200);
    expect((await save({}, third)).status).toBe(200);
  });

  it("goes to one of two mentors who take it at the same time", async () => {
    const other = await app.signUpInterviewer({ firstName: "Kavya", lastName: "Reddy" });
    const answers = await callAtOnce(app, "interviewer_profiles", [() => save(), () => save({}, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listed()).toHaveLength(1);
  });
});
