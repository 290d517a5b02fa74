import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBookedInterview, holdInterview } from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { writeCsv } from "./write-csv.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("has a line for each interview, to the paisa, in its owner's zone", async () => {
  const { interviewer, booking } = await createBookedInterview(app, { pricePaise: 16_633 });
  await holdInterview(app, booking);
  await completeDueBookings(app.deps);
  await app.call("POST", "/api/user/time-zone", {
    token: interviewer.token,
    body: { timeZone: "Asia/Kathmandu" },
  });
  const answer = await app.call("GET", "/api/interviewer/earnings.csv", { token: interviewer.token });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toContain("earnings.csv");
  expect(answer.body.replace(/^\uFEFF/, "").split("\r\n")).toEqual([
    "Interview (Asia/Kathmandu),Interviewee,Session price (INR),Your share (%),Amount (INR),Status,Credited (Asia/Kathmandu),Paid (Asia/Kathmandu),Payment reference",
    "2026-11-20 13:45,Cand Idate,166.33,70,116.43,pending,,,",
    "",
  ]);
});

describe("a cell", () => {
  it.each([
    ["plain", "plain"],
    ['say "hi", please', '"say ""hi"", please"'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["@SUM(1)", "'@SUM(1)"],
    ["+1+cmd", "'+1+cmd"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["-5.00", "-5.00"],
    ["-5+cmd", "'-5+cmd"],
  ])("%s is written %s", (value, written) => {
    expect(writeCsv([[value]])).toBe(`\uFEFF${written}\r\n`);
  });
});
