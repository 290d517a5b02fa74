import type { Dispute, ReportView as ReportContent } from "@greenroom/contract/review/reports.ts";
import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import { type AiFeedback, type Claim, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { screen, within } from "@testing-library/react";
import type { GlobalWindow } from "happy-dom";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ClaimItem } from "./claims.tsx";
import { at, bookingId, intervieweeId, recordOf, said, startTime } from "./record.testing.ts";
import type { ReportAnswers } from "./report-answers.tsx";
import { ReportView } from "./report-view.tsx";

const record = recordOf([
  said("i1", 60, "Hello."),
  said("i2", 761, "I split by time."),
  said("i3", 1085, "By the week."),
  said("i4", 1200, "It leaks."),
]);
const claim = (id: string, itemId: string, atSeconds: number): Claim => ({
  id,
  area: "coding",
  kind: "strength",
  text: `Point ${id}`,
  evidence: [{ itemId, quote: "", at: at(atSeconds), atSeconds, kind: "utterance", isOwn: true }],
});
const report: AiFeedback = {
  areas: [{ name: "coding", label: "Coding" }],
  claims: [claim("c1", "i3", 1085), claim("c2", "gone", 1100)],
  checked: 2,
  verified: 2,
  shown: 2,
  source: { kind: "model", name: "m", promptVersion: "1" },
  measured: nothingMeasured,
  plan: [],
  madeAt: at(4000),
  isLate: false,
};
const recordCall = `GET /api/rooms/${bookingId}/record`;
const progressCall = "GET /api/user/progress";
const noProgress = { interviews: [], areas: [], nextFocus: null };

function openReport(
  changes: Partial<AiFeedback>,
  isDeleted: boolean,
  written: Pick<ReportContent, "mentorSummary" | "mentorFeedback">,
) {
  storeSession(sampleUser);
  const view: ReportContent = {
    bookingId,
    report: { ...report, ...changes },
    disputes: [],
    useful: null,
    track: "general",
    ...written,
    doneExercises: [],
    record: { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted },
  };
  return renderScreen(<ReportView view={view} booking={undefined} timeZone="Asia/Kolkata" />);
}

describe("mentor feedback", () => {
  const calls = serveCallAnswers();
  const stepId = "0190a5b8-7c00-7000-8000-0000000000d1";
  const mentorFeedback: NonNullable<ReportContent["mentorFeedback"]> = {
    notes: [{ area: "coding", notes: "Calm.\n[12:41, marked good] Says the plan first." }],
    nextSteps: [{ id: stepId, text: "Split an old project.", isDone: false }],
    questions: [{ title: "Two sum", questionId: "two-sum" }],
  };
  beforeEach(() => calls.set({ [recordCall]: { body: record }, [progressCall]: { body: noProgress } }));

  const { happyDOM } = window as unknown as GlobalWindow;
  /** On the wide page, the record has room beside the points. */
  const [narrow, wide] = [1024, 1440];
  afterEach(() => happyDOM.setViewport({ width: narrow }));

  function open(changes: Partial<AiFeedback> = {}, { isDeleted = false } = {}) {
    const measured = { ...nothingMeasured, mentorScores: [{ area: "coding", score: 3 }] };
    const claims = [claim("c1", "i4", 1200)];
    const plan = [{ claimId: "c1", title: "Split", exercise: "By time.", questionId: null, drillId: null }];
    return openReport({ measured, claims, plan, ...changes }, isDeleted, {
      mentorSummary: "Calm.",
      mentorFeedback,
    });
  }

  const note = () => screen.getByRole("link", { name: /^12:41 · marked good/, hidden: true });

  it.each([
    ["with points beside", {}],
    ["without points", { claims: [], plan: [], shown: 0 }],
  ])("opens the time of a note over a wide page %s, and over a narrow one", async (_, changes) => {
    for (const width of [wide, narrow]) {
      happyDOM.setViewport({ width });
      const { user, path, unmount } = open(changes);
      expect(note().getAttribute("aria-current")).toBeNull();
      await user.click(note());
      const dialog = within(await screen.findByRole("dialog", { name: "Interview record" }));
      expect(await dialog.findByRole("heading", { name: "The record at 12:41" })).toBeDefined();
      expect(dialog.getByText("I split by time.")).toBeDefined();
      expect(path()).toBe("/");
      expect(note().getAttribute("aria-current")).toBe("true");
      await user.click(dialog.getByRole("button", { name: "Close" }));
      expect(screen.queryByRole("dialog")).toBeNull();
      unmount();
    }
  });

  it("opens the moment of an exercise without leaving the page", async () => {
    const { user, path } = open();
    await user.click(screen.getByRole("link", { name: /^20:00 ?, the moment that this exercise is for/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Interview record" }));
    expect(await dialog.findByRole("heading", { name: "The record at 20:00" })).toBeDefined();
    expect(path()).toBe("/");
  });

  it("shows the times of a deleted record as text", () => {
    open({}, { isDeleted: true });
    expect(screen.queryByRole("link", { name: /12:41|20:00/ })).toBeNull();
    expect(screen.getByText("12:41 · marked good")).toBeDefined();
    expect(screen.getByText("20:00")).toBeDefined();
  });

  it("stores that a next step is done, and says if it could not be stored", async () => {
    const tick = `POST /api/user/reports/${bookingId}/steps/${stepId}`;
    calls.set({
      [progressCall]: { body: noProgress },
      [tick]: [{ status: 500, body: { msg: "", code: "internal" } }, { body: { msg: "Marked as done." } }],
    });
    const { user } = open();
    const step = screen.getByRole("checkbox", { name: "Split an old project." });
    await user.click(step);
    expect(await screen.findByText(/Your answer could not be saved/)).toBeDefined();
    await user.click(step);
    await expect
      .poll(() => calls.sent.filter(({ name }) => name === tick))
      .toMatchObject([{ body: { done: true } }, { body: { done: true } }]);
  });

  it("links a question of the bank to practicing it", () => {
    open();
    const link = screen.getByRole("link", { name: /^Practice it ?: Two sum/ });
    expect(link.getAttribute("href")).toBe("/practice?question=two-sum");
  });
});

describe("record panel", () => {
  const calls = serveCallAnswers();
  beforeEach(() => calls.set({ [recordCall]: { body: record }, [progressCall]: { body: noProgress } }));

  const asRun = (evidence: Claim["evidence"][number]) => ({ ...evidence, kind: "run" as const });
  const nothingWritten = { mentorSummary: null, mentorFeedback: null };
  const open = (
    claims = report.claims,
    { isDeleted = false, mentorScores = nothingMeasured.mentorScores } = {},
  ) => openReport({ claims, measured: { ...nothingMeasured, mentorScores } }, isDeleted, nothingWritten);

  /** Behind an open dialog, the page is hidden from screen readers. */
  const evidence = (time: string) =>
    screen.getByRole("link", { name: new RegExp(`^${time} · you said`), hidden: true });

  it("opens the moment of a point without leaving the page, and closes it again", async () => {
    const { user, path } = open();
    await user.click(evidence("18:05"));
    const dialog = await screen.findByRole("dialog", { name: "Interview record" });
    expect(await within(dialog).findByText("By the week.")).toBeDefined();
    expect(within(dialog).getByRole("heading", { name: "The record at 18:05" })).toBeDefined();
    expect(within(dialog).getByText("Plays at 4× speed, without sound.")).toBeDefined();
    expect(path()).toBe("/");
    expect(evidence("18:05").getAttribute("aria-current")).toBe("true");
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(evidence("18:05").getAttribute("aria-current")).toBeNull();
  });

  it("shows the code above the words where a run was opened, and below them otherwise", async () => {
    const code: RoomRecord["items"][number] = {
      kind: "code",
      id: "i4",
      at: at(1080),
      atSeconds: 1080,
      language: "python",
      editedBy: [intervieweeId],
      change: { text: "print(split(rows))" },
    };
    const run: RoomRecord["items"][number] = {
      kind: "run",
      id: "i5",
      at: at(1090),
      atSeconds: 1090,
      personId: intervieweeId,
      language: "python",
      output: "8 2",
      outcome: "finished",
      durationMs: 20,
      figures: [],
    };
    const items = [...record.items, code, run].sort((a, b) => a.atSeconds - b.atSeconds);
    calls.set({ [recordCall]: { body: { ...record, items } }, [progressCall]: { body: noProgress } });
    const [first] = report.claims;
    const ofRun = { ...claim("c3", "i5", 1090), evidence: claim("c3", "i5", 1090).evidence.map(asRun) };
    const { user } = open([first as Claim, ofRun]);
    const isCodeFirst = async () => {
      const dialog = await screen.findByRole("dialog", { name: "Interview record" });
      const around = await within(dialog).findByRole("region", { name: "Around this moment" });
      const shown = within(dialog).getByRole("region", { name: "Code at this moment" });
      const order = shown.compareDocumentPosition(around);
      await user.click(within(dialog).getByRole("button", { name: "Close" }));
      return (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    };
    await user.click(screen.getByRole("link", { name: /^18:10 · run/, hidden: true }));
    expect(await isCodeFirst()).toBe(true);
    await user.click(evidence("18:05"));
    expect(await isCodeFirst()).toBe(false);
  });

  it("says that a moment is no longer in the record", async () => {
    const { user } = open();
    await user.click(evidence("18:20"));
    expect(await screen.findByText("This moment is no longer in the record.")).toBeDefined();
  });

  it("leaves a bar that leads back to the moment, until it is hidden", async () => {
    const { user } = open();
    expect(screen.queryByRole("region", { name: "The moment you opened" })).toBeNull();
    await user.click(evidence("18:05"));
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: /^Open the record at 18:05/ }));
    const dialog = await screen.findByRole("dialog", { name: "Interview record" });
    expect(await within(dialog).findByRole("heading", { name: "The record at 18:05" })).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("button", { name: "Hide this moment" }));
    expect(screen.queryByRole("region", { name: "The moment you opened" })).toBeNull();
  });

  it("says that the record could not be loaded, and tries again", async () => {
    calls.set({ [recordCall]: [{ status: 500, body: { msg: "", code: "internal" } }, { body: record }] });
    const { user } = open();
    await user.click(evidence("18:05"));
    await user.click(await screen.findByRole("button", { name: /again/i }));
    expect(await screen.findByText("By the week.")).toBeDefined();
  });

  it("says until when the record is kept", () => {
    open();
    expect(screen.getByText(/The record is kept until 22 November 2027/)).toBeDefined();
  });

  it("links to no moment of a deleted record, and says why", () => {
    calls.set({ [progressCall]: { body: noProgress } });
    open(report.claims, { isDeleted: true });
    expect(screen.queryByRole("link", { name: /18:05/ })).toBeNull();
    expect(screen.getByText("18:05 · you said · record deleted")).toBeDefined();
    expect(screen.getByText(/was deleted on 22 November 2027, so its moments can no longer/)).toBeDefined();
    expect(screen.queryByRole("region", { name: /record/i })).toBeNull();
  });

  it("shows the progress until this interview, without later ones", async () => {
    const point = (id: string, score: number) => ({
      ...{ bookingId: id, label: "Coding", score, low: 2, high: 4 },
    });
    const earlier = "0190a5b8-7c00-7000-8000-0000000000b1";
    const later = "0190a5b8-7c00-7000-8000-0000000000b3";
    const interviews = [earlier, bookingId, later].map((id) => ({ bookingId: id, startTime }));
    const points = [point(earlier, 2), point(bookingId, 3), point(later, 5)];
    const areas = [{ name: "coding", label: "Coding", otherLabels: [], points }];
    calls.set({ [progressCall]: { body: { interviews, areas, nextFocus: "coding" } } });
    open();
    const progress = within(await screen.findByRole("region", { name: "Progress over 2 interviews" }));
    expect(progress.getByRole("heading", { name: "Coding" })).toBeDefined();
    expect(progress.getByText("2 and 3")).toBeDefined();
    expect(progress.queryByText("next focus")).toBeNull();
  });

  it("compares the overall score with that of the interview before", async () => {
    const before = "0190a5b8-7c00-7000-8000-0000000000b1";
    const interviews = [before, bookingId].map((id) => ({
      bookingId: id,
      startTime,
      measured: nothingMeasured,
    }));
    const point = { bookingId: before, score: 3, low: 2, high: 4 };
    const areas = [{ name: "coding", label: "Coding", points: [point, { ...point, bookingId, score: 4 }] }];
    calls.set({ [progressCall]: { body: { interviews, areas, nextFocus: null } } });
    open(report.claims, { mentorScores: [{ area: "coding", score: 4 }] });
    expect(await screen.findByText("last time 3.0")).toBeDefined();
  });
});

describe("dispute form", () => {
  const claim: Claim = {
    id: "c1",
    area: "coding",
    kind: "improvement",
    text: "Split first.",
    evidence: [
      {
        itemId: "i1",
        quote: "It leaks.",
        at: "2026-11-22T12:48:05.000Z",
        atSeconds: 1085,
        kind: "utterance",
        isOwn: true,
      },
    ],
  };

  function open(disputes: Dispute[] = []) {
    const sent: string[] = [];
    const answers: ReportAnswers = {
      viewer: "interviewee",
      record: null,
      moments: null,
      dispute: async (_, line) => {
        sent.push(line);
        return "Sent.";
      },
    };
    const screenOf = renderScreen(
      <ul>
        <ClaimItem
          level={3}
          claim={claim}
          areaLabel="Coding"
          answers={answers}
          disputes={disputes}
          badge=""
        />
      </ul>,
    );
    return { ...screenOf, sent };
  }

  const form = () => screen.queryByRole("form", { name: "Report a mistake" });
  const line = () => screen.getByRole("textbox", { name: /What is wrong with this point/ });
  const button = (name: string) => screen.getByRole("button", { name });

  it("closes with Escape, returns the focus, and keeps what was typed", async () => {
    const { user, sent } = open();
    await user.click(button("Report a mistake"));
    await user.type(line(), "I split before");
    await user.keyboard("{Escape}");
    expect(form()).toBeNull();
    const opener = button("Continue your report");
    expect(document.activeElement).toBe(opener);
    await user.click(opener);
    expect((line() as HTMLInputElement).value).toBe("I split before");
    await user.type(line(), " you asked.");
    await user.click(button("Send"));
    expect(await screen.findByText(/Sent\./)).toBeDefined();
    expect(sent).toEqual(["I split before you asked."]);
    expect(button("Report a mistake")).toBeDefined();
  });

  it("begins with the dispute that was sent before", async () => {
    const { user } = open([{ claimId: "c1", by: "interviewee", line: "I asked first." }]);
    await user.click(button("Change your report"));
    expect((line() as HTMLInputElement).value).toBe("I asked first.");
  });
});
