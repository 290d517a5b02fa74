import { expect, test } from "vitest";
import { hasDrafts, readDraft, removeDrafts, writeDraft } from "./drafts.ts";
import { memoryStorage } from "./session-store.ts";

test("removes the drafts of everybody else, and nothing but drafts", () => {
  const storage = memoryStorage();
  storage.setItem("greenroom.token", "t");
  writeDraft(storage, "meera", "feedback", { overallSummary: "Good" });
  writeDraft(storage, "guest", "signup", { firstName: "M" });
  removeDrafts(storage, "meera");
  expect(readDraft(storage, "meera", "feedback")).toEqual({ overallSummary: "Good" });
  expect(readDraft(storage, "guest", "signup")).toBeNull();
  removeDrafts(storage);
  expect(storage.length).toBe(1);
});

test("knows who has unsaved edits", () => {
  const storage = memoryStorage();
  storage.setItem("greenroom.user", "{}");
  writeDraft(storage, "meera", "resume", { base: 1 });
  expect(hasDrafts(storage, "meera")).toBe(true);
  expect(hasDrafts(storage, "kavya")).toBe(false);
  removeDrafts(storage);
  expect(hasDrafts(storage, "meera")).toBe(false);
});

test("a draft that cannot be read counts as none", () => {
  const storage = memoryStorage();
  storage.setItem("greenroom.draft.guest.signup", "{oops");
  expect(readDraft(storage, "guest", "signup")).toBeNull();
  expect(storage.length).toBe(0);
});
