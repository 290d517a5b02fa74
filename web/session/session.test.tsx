import { currentTimeZoneName } from "@greenroom/contract/kernel/time-zone-names.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { browserTimeZone, SessionProvider, type SessionValue, useSession } from "./session.tsx";

let sessionValue: SessionValue | undefined;

function SessionReader() {
  sessionValue = useSession();
  return null;
}

function renderSession(): SessionValue {
  renderToString(
    <SessionProvider>
      <SessionReader />
    </SessionProvider>,
  );
  if (sessionValue === undefined) throw new Error("nothing was drawn");
  return sessionValue;
}

const zone = currentTimeZoneName(browserTimeZone());

test.each([
  { who: "never chose a zone", timeZone: null, stored: [{ timeZone: zone }] },
  { who: "chose one", timeZone: "America/New_York", stored: [] },
])("signing in somebody who $who stores $stored", async ({ timeZone, stored }) => {
  const user = { _id: "u", role: "interviewee", email: "meera@example.com", timeZone } as User;
  const fetched = vi.fn<typeof fetch>(async () => Response.json({ ...user, timeZone: zone }));
  vi.stubGlobal("fetch", fetched);
  renderSession().signIn({ token: "t", user });
  await expect.poll(() => fetched.mock.calls.length).toBe(stored.length);
  for (const [address, init] of fetched.mock.calls) {
    expect(String(address)).toMatch(/\/api\/user\/time-zone$/);
    expect(init).toMatchObject({ method: "POST", keepalive: true });
  }
  expect(fetched.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))).toEqual(stored);
});

test.each([
  { failure: "an unavailable server", status: 503, code: "unavailable", errors: 1 },
  // The site shows a notice for it.
  { failure: "a session that ended elsewhere", status: 401, code: "unauthorized", errors: 0 },
])("a refresh of the profile logs $errors errors after $failure", async ({ status, code, errors }) => {
  const user = { _id: "u", role: "interviewee", email: "meera@example.com", timeZone: zone } as User;
  vi.stubGlobal(
    "fetch",
    vi.fn<typeof fetch>(async () => Response.json({ code, msg: "No." }, { status })),
  );
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const session = renderSession();
  session.signIn({ token: "t", user });
  await session.refreshUser();
  expect([logged.mock.calls.length, warned.mock.calls.length]).toEqual([errors, 1 - errors]);
});
