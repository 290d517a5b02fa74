import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { accessTable } from "../../testing/endpoints.ts";
import { grantOperator, revokeOperator } from "../grant-operator.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  // The last owner cannot lose the flag.
  await app.signUpOperator();
});
afterAll(() => app.close());

const anyId = "0190a5b8-7c00-7000-8000-00000000000f";
const routes = Object.entries(accessTable)
  .filter(([route]) => route.includes(" /api/operator/"))
  .map(([route, who]) => {
    const [method = "", path = ""] = route.split(" ");
    return { route, method, path: path.replace(/\{\w+\}/g, anyId), who };
  });
const call = (token: string, { method, path }: (typeof routes)[number]) =>
  app.call(method, path, { token, ...(method === "GET" ? {} : { body: {} }) });

it("an operator who loses the flag in mid-session is refused by every call, list, download and preview", async () => {
  const { user, token } = await app.signUpOperator();
  const list = "/api/operator/bookings?limit=1";
  expect((await app.call("GET", list, { token })).status).toBe(200);
  await revokeOperator(app.deps, { email: user.email, actor: "command line" });
  for (const route of routes) {
    const { status, body } = await call(token, route);
    expect(`${route.route} ${status} ${body?.msg}`).toBe(
      `${route.route} 403 Your account isn't allowed to do this.`,
    );
  }
  // The account itself stays signed in.
  expect((await app.call("GET", "/api/user/profile", { token })).status).toBe(200);
}, 60_000);

it("an owner who becomes support in mid-session loses the owners' calls, and no others", async () => {
  const { user, token } = await app.signUpOperator();
  await grantOperator(app.deps, { email: user.email, actor: "command line", level: "support" });
  for (const route of routes) {
    // It would close the desk that the other calls need.
    if (route.route === "DELETE /api/operator/access") continue;
    const { status, body } = await call(token, route);
    const refusal = status === 403 || status === 401 ? body.code : "none";
    expect(`${route.route} ${refusal}`).toBe(
      `${route.route} ${route.who.includes("support") ? "none" : "forbidden"}`,
    );
  }
}, 60_000);
