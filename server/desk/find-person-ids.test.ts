import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { findPersonIds } from "./people/find-people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("finds one person by a whole address, and everybody by a part of a name or address", async () => {
  const short = await app.signUp({ email: "asha@firm.co" });
  const long = await app.signUp({ email: "asha@firm.com" });
  const find = (text: string) => findPersonIds(app.deps.database, text);
  expect(await find("Asha@Firm.co")).toEqual([short.user._id]);
  expect((await find("asha@")).toSorted()).toEqual([short.user._id, long.user._id].toSorted());
  const rao = await app.signUp({ firstName: "Devika", lastName: "Rao" });
  expect(await find("rao vik")).toEqual([rao.user._id]);
  expect(await find("nobody@firm.co")).toEqual([]);
});
