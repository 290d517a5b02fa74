import { expect, it } from "vitest";
import { parseFormatMessage } from "./format-messages.ts";

const edit = { from: 1, to: 2, insert: "x" };

it.each([
  { type: "ready" },
  { type: "failed" },
  { type: "edits", edits: [] },
  { type: "edits", edits: [edit, { from: 2, to: 2, insert: "" }] },
  { type: "error", message: "Expected `:`", line: null },
])("accepts %j", (message) => expect(parseFormatMessage(message)).toEqual(message));

it.each([
  null,
  { type: "started" },
  { type: "edits", edits: "all" },
  { type: "edits", edits: [edit, edit] },
  { type: "edits", edits: [{ ...edit, from: -1 }] },
  { type: "edits", edits: [{ ...edit, to: 0 }] },
  { type: "edits", edits: [{ ...edit, insert: 1 }] },
  { type: "error", message: "Expected `:`", line: "2" },
])("ignores %j, which our formatters never send", (data) => expect(parseFormatMessage(data)).toBeNull());
