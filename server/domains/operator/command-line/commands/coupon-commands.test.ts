import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../../testing/app.ts";
import { quote } from "../../../../testing/purchases.ts";
import { runCommand } from "../../../../testing/run-command.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("keeps a coupon valid until the end of its last day in the business's zone", async () => {
  const made = await runCommand(
    app.deps,
    "coupons make LASTDAY --percent 25 --ends 2027-01-31 --yes".split(" "),
  );
  expect(made).toEqual({
    msg: "The coupon LASTDAY is valid from now on, until Mon 1 Feb 2027, 00:00 IST.",
  });
  app.clock.set("2027-01-31T23:59:00+05:30");
  const person = await app.signUp();
  expect((await quote(app, person, "Pro", "LASTDAY")).newPrice).toBe(749);
  app.clock.set("2027-02-01T00:00:00+05:30");
  await expect(quote(app, person, "Pro", "LASTDAY")).rejects.toThrow("expired");
});
