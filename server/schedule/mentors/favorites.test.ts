import { expect, it } from "vitest";
import { deleteOwnAccount, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { createUsers } from "../bookings/bookings.testing.ts";

const app = useTestApp();
const person = useBeforeAll(() => app.signUp());

const set = (mentor: string, isFavorite: boolean) =>
  app.put(person, "/api/user/favorites", { mentor, isFavorite });
const ids = ({ mentors }: { mentors: { _id: string }[] }) => mentors.map(({ _id }) => _id);
const list = async () => (await app.read(person, "/api/user/favorites")).mentors;

it("are listed latest first, kept once, and left out when their mentor is gone", async () => {
  const [first, second] = [await app.signUpInterviewer(), await app.signUpInterviewer()];
  await set(first.user._id, true);
  app.clock.set(new Date(app.clock.now().getTime() + 1000));
  await set(second.user._id, true);
  const { status, body } = await set(second.user._id, true);
  expect([status, ids(body)]).toEqual([200, [second.user._id, first.user._id]]);
  expect((await set(second.user._id, false)).body.mentors.map(({ _id }: { _id: string }) => _id)).toEqual([
    first.user._id,
  ]);
  expect((await set(second.user._id, false)).status).toBe(200);
  await app.deps.database
    .insertInto("interviewerProfiles")
    .values({
      userId: second.user._id,
      slug: "kavya-m",
      listedAt: app.clock.now(),
      updatedAt: app.clock.now(),
    })
    .execute();
  expect((await set("kavya-m", true)).body.mentors[0]).toEqual({ _id: second.user._id, slug: "kavya-m" });
  await set("kavya-m", false);
  await deleteOwnAccount(app, first);
  expect(await list()).toEqual([]);
});

it("are mentors, 200 at most, and deleted with the account", async () => {
  expect((await set(person.user._id, true)).status).toBe(404);
  const mentor = await app.signUpInterviewer();
  const { user } = person;
  for (const { user: other } of await createUsers(app, 200))
    await app.deps.database
      .insertInto("favoriteMentors")
      .values({ userId: user._id, interviewerId: other._id, createdAt: app.clock.now() })
      .execute();
  expect((await set(mentor.user._id, true)).body.msg).toBe(
    "You have 200 favorites. Remove one of them first.",
  );
  await deleteOwnAccount(app, person);
  const left = await app.deps.pool.query("select from favorite_mentors where user_id = $1", [user._id]);
  expect(left.rows).toEqual([]);
});
