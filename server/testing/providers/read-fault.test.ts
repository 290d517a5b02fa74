import { expect, it } from "vitest";
import { readFault } from "./read-fault.ts";

it.each([
  ["zoom hang", { name: "zoom", fault: "hang" }],
  ["  SMTP   refused ", { name: "smtp", fault: "refused" }],
  ["smtp 429", { name: "smtp", fault: 429 }],
  ["zoom ok", { name: "zoom", fault: null }],
])("%j is understood", (line, read) => {
  expect(readFault(line, ["zoom", "smtp"])).toEqual(read);
});

it.each(["", "zoom", "zooom hang", "zoom gone", "hang"])("%j gets an explanation", (line) => {
  const message =
    "Type a name (zoom, smtp) and what it does (ok, refused, hang, malformed, 429, 500), as in: zoom hang";
  expect(readFault(line, ["zoom", "smtp"])).toEqual({ message });
});
