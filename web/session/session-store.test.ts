import type { User } from "@greenroom/contract/people/accounts.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { createSessionStore, memoryStorage, tokenKey, userKey } from "./session-store.ts";

const user: User = {
  _id: "01930000-0000-7000-8000-000000000001",
  role: "interviewee",
  isOperator: false,
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@example.com",
  mobileNumber: "+91 98000 00000",
  timeZone: null,
  planType: null,
  sessionCount: 0,
  resumeData: null,
  resumeVersion: 0,
  resumeFileUrl: null,
  resumeFileHeld: false,
};
const text = JSON.stringify(user);

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test.each([
  { what: "both", token: "t", stored: text, status: "signed-in", leaves: 2 },
  { what: "neither", token: null, stored: null, status: "signed-out", leaves: 0 },
  { what: "a token alone", token: "t", stored: null, status: "signed-out", leaves: 1 },
  { what: "a user alone", token: null, stored: text, status: "signed-out", leaves: 1 },
  { what: "a broken user", token: "t", stored: "{oops", status: "signed-out", leaves: 0 },
  { what: "null for a user", token: "t", stored: "null", status: "signed-out", leaves: 0 },
  { what: "a number for a user", token: "t", stored: "7", status: "signed-out", leaves: 0 },
])("restores from $what: $status", ({ token, stored, status, leaves }) => {
  const storage = memoryStorage();
  if (token !== null) storage.setItem(tokenKey, token);
  if (stored !== null) storage.setItem(userKey, stored);
  const store = createSessionStore(storage, memoryStorage());
  expect(store.get().status).toBe("loading");
  store.restore();
  expect(store.get().status).toBe(status);
  expect(storage.length).toBe(leaves);
});

test.each([
  { given: { token: "t", user }, status: "signed-in", kept: 2 },
  { given: { token: "t" }, status: "loading", kept: 0 },
  { given: { user }, status: "loading", kept: 0 },
  { given: { token: "", user }, status: "loading", kept: 0 },
])("signs in only with both: $status", ({ given, status, kept }) => {
  const storage = memoryStorage();
  const store = createSessionStore(storage, memoryStorage());
  store.signIn(given);
  expect(store.get().status).toBe(status);
  expect(storage.length).toBe(kept);
});

test("clears both parts and notifies the listeners", () => {
  const storage = memoryStorage();
  const store = createSessionStore(storage, memoryStorage());
  store.signIn({ token: "t", user });
  const listener = vi.fn();
  store.subscribe(listener);
  store.clear();
  expect(storage.length).toBe(0);
  expect(store.get()).toEqual({ status: "signed-out", token: null, user: null });
  expect(listener).toHaveBeenCalledOnce();
});

test("a profile that was fetched for another session is not applied to this one", () => {
  const storage = memoryStorage();
  const store = createSessionStore(storage, memoryStorage());
  store.signIn({ token: "new", user });
  store.replaceUser("old", { ...user, firstName: "Somebody else" });
  expect(store.get().user?.firstName).toBe("Meera");
  store.replaceUser("new", { ...user, sessionCount: 3 });
  expect(store.get().user?.sessionCount).toBe(3);
  expect(JSON.parse(storage.getItem(userKey) ?? "")).toMatchObject({ sessionCount: 3 });
});

/** A storage with room for a token, and not for a user. */
function fullStorage() {
  const storage = memoryStorage();
  return {
    ...storage,
    getItem: storage.getItem,
    removeItem: storage.removeItem,
    setItem(key: string, value: string) {
      if (value.length > 10) throw new DOMException("Full", "QuotaExceededError");
      storage.setItem(key, value);
    },
  };
}

test("a full storage keeps nobody from signing in: the tab has the session, and nothing of it is left elsewhere", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const [storage, tab] = [fullStorage(), memoryStorage()];
  createSessionStore(storage, tab).signIn({ token: "t", user });
  expect([storage.getItem(tokenKey), storage.getItem(userKey)]).toEqual([null, null]);
  const reloaded = createSessionStore(storage, tab);
  reloaded.restore();
  expect(reloaded.get()).toEqual({ status: "signed-in", token: "t", user });
  reloaded.clear();
  expect(tab.length).toBe(0);
});

test("without room in any storage, the session lasts as long as the page", () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const store = createSessionStore(fullStorage(), fullStorage());
  store.signIn({ token: "t", user });
  expect(store.get().status).toBe("signed-in");
});
