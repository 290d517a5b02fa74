import type { RoundReport as RoundReportContent } from "@greenroom/contract/practice/round-report.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { RoundReport } from "./round-report.tsx";

const calls = serveCallAnswers();
const roundId = "0190a5b8-7c00-7000-8000-0000000000d2";
const claimId = "0190a5b8-7c00-7000-8000-0000000000e1";
const path = `/api/practice/rounds/${roundId}/report`;

const report: AiFeedback = {
  areas: [{ name: "mlKnowledge", label: "ML knowledge" }],
  claims: [
    {
      id: claimId,
      area: "mlKnowledge",
      kind: "strength",
      text: "You began with the base rate.",
      evidence: [
        {
          itemId: "0190a5b8-7c00-7000-8000-0000000000e2",
          quote: "I start from the base rate",
          at: "2026-11-20T06:33:00.000Z",
          atSeconds: 180,
          kind: "chat",
          isOwn: true,
        },
      ],
    },
  ],
  checked: 3,
  verified: 1,
  shown: 1,
  source: { kind: "model", name: "qwen2.5-72b", promptVersion: "1" },
  measured: nothingMeasured,
  plan: [],
  madeAt: "2026-11-20T06:50:00.000Z",
  isLate: false,
};
const waiting: RoundReportContent = {
  state: "waiting",
  report: null,
  hints: [],
  disputes: [],
  useful: null,
  canRequest: false,
  paused: null,
};
const made: RoundReportContent = {
  ...waiting,
  state: "made",
  report,
  hints: [{ title: "A rare disease", opened: 1, total: 3 }],
};

function open() {
  storeSession(sampleUser);
  return renderScreen(<RoundReport roundId={roundId} />).user;
}

describe("the report of a round", () => {
  it("says that it is being drafted, and then shows its points, quotes and hints", async () => {
    calls.set({ [`GET ${path}`]: [{ body: waiting }, { body: made }] });
    open();
    expect(await screen.findByText(/is drafting the report/)).toBeDefined();
    expect(await screen.findByText("You began with the base rate.")).toBeDefined();
    expect(screen.getByText(/1 of 3 points are kept/)).toBeDefined();
    expect(screen.getByText("I start from the base rate")).toBeDefined();
    expect(screen.getByText("3:00 · you wrote")).toBeDefined();
    expect(screen.getByText("1 of 3")).toBeDefined();
    expect(screen.queryByRole("link", { name: /open this moment/ })).toBeNull();
    const levels = ["Report", "What went well", "You began with the base rate."].map(
      (name) => screen.getByRole("heading", { name }).tagName,
    );
    expect(levels).toEqual(["H2", "H3", "H4"]);
  });

  it.each([
    [
      0,
      "Drafted by qwen2.5-72b. The draft has no points. Nothing here is a score.",
      /^Your answers show too little/,
    ],
    [
      2,
      /^Drafted by qwen2.5-72b. 0 of 2 points are kept/,
      /^No point of the draft could be shown in your answers/,
    ],
  ])("without a point of %i says why", async (checked, kept, why) => {
    const empty = { ...report, claims: [], checked, verified: 0, shown: 0 };
    calls.set({ [`GET ${path}`]: { body: { ...made, report: empty } } });
    open();
    expect(await screen.findByText(why)).toBeDefined();
    expect(screen.getByText(kept)).toBeDefined();
  });

  it("that was not made says why there is none", async () => {
    calls.set({ [`GET ${path}`]: { body: { ...waiting, state: "none" } } });
    open();
    expect(await screen.findByText(/This round has no report\./)).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("that failed can be requested again, once", async () => {
    calls.set({
      [`GET ${path}`]: [{ body: { ...waiting, state: "failed", canRequest: true } }, { body: waiting }],
      [`POST ${path}`]: { body: { msg: "The report is being drafted." } },
    });
    const user = open();
    await user.dblClick(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/is drafting the report/)).toBeDefined();
    expect(calls.sent.filter(({ name }) => name === `POST ${path}`)).toHaveLength(1);
  });

  it("that is requested again long after the page was opened appears as soon as the first one", async () => {
    const failed = { body: { ...waiting, state: "failed", canRequest: true } };
    calls.set({
      [`GET ${path}`]: [failed, { body: waiting }, { body: made }],
      [`POST ${path}`]: { body: { msg: "The report is being drafted." } },
    });
    const user = open();
    const button = await screen.findByRole("button", { name: "Try again" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60 * 60_000 });
    await user.click(button);
    expect(await screen.findByText("You began with the base rate.")).toBeDefined();
  });

  it("that cannot be requested today shows the server's words", async () => {
    const msg = "You can have at most 12 reports in 24 hours. Please try again later.";
    calls.set({
      [`GET ${path}`]: { body: { ...waiting, state: "failed", canRequest: true } },
      [`POST ${path}`]: { status: 409, body: { code: "conflict", msg } },
    });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText(new RegExp(msg))).toBeDefined();
  });

  it("that cannot be loaded offers another try", async () => {
    const refused = { status: 500, body: { code: "internal", msg: "Something went wrong on our side." } };
    calls.set({ [`GET ${path}`]: [refused, { body: made }] });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("You began with the base rate.")).toBeDefined();
  });
});

describe("an answer to it", () => {
  it("disputes a point in one line, which then appears beside it", async () => {
    const line = "I said this of another test.";
    const disputed = { ...made, disputes: [{ claimId, by: "interviewee", line }] };
    const disputeCall = `POST ${path}/claims/${claimId}/dispute`;
    calls.set({
      [`GET ${path}`]: [{ body: made }, { body: disputed }],
      [disputeCall]: { body: { msg: "Thank you. It is shown with this point." } },
    });
    const user = open();
    await user.click(await screen.findByRole("button", { name: "Report a mistake" }));
    await user.type(screen.getByLabelText("What is wrong with this point?"), line);
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText(/You reported a mistake:/)).toBeDefined();
    expect(calls.sent.find(({ name }) => name === disputeCall)?.body).toEqual({ line });
    expect(screen.getByText("You began with the base rate.")).toBeDefined();
  });

  it("says whether it was useful", async () => {
    calls.set({
      [`GET ${path}`]: [{ body: made }, { body: { ...made, useful: false } }],
      [`POST ${path}/useful`]: { body: { msg: "Thank you for telling us." } },
    });
    const user = open();
    const group = within(await screen.findByRole("group", { name: "Was this useful?" }));
    await user.click(group.getByRole("button", { name: "No" }));
    expect(await screen.findByText(/Thank you for telling us/)).toBeDefined();
    await waitFor(() =>
      expect(group.getByRole("button", { name: "No" }).getAttribute("aria-pressed")).toBe("true"),
    );
  });
});
