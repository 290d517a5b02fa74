import { mentorFilterNames } from "@greenroom/contract/schedule/mentor-filters.ts";
import type { MentorListView, MentorPageView } from "@greenroom/contract/site/mentor-views.ts";
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MentorListContent } from "../schedule/mentors/mentor-list.tsx";
import { MentorPageContent } from "../schedule/mentors/mentor-page.tsx";
import { renderMentorView } from "./render-mentors.tsx";

const mentor = {
  ...{
    slug: "kavya-r",
    firstName: "Kavya",
    lastName: "",
    headline: "Staff engineer",
    years: 8,
    photoUrl: null,
  },
  ...{ roles: ["ml-engineer" as const], levels: ["mid" as const], topics: ["sql" as const] },
  languages: ["en" as const],
  checks: [{ claim: "IIT Bombay degree", month: "2026-11" }],
  timeZone: "Asia/Kolkata",
};
const numbers = {
  rating: { average: 4.74, count: 23 },
  interviews: 41,
  onTimePercent: 95,
  feedbackMinutes: 380,
};
const slots = [{ _id: "01a228f2-e114-714a-a52d-dcf13cad43d2", slotTime: "2026-11-23T13:30:00.000Z" }];
const head = {
  title: "",
  description: "",
  path: "/mentors",
  graph: [],
  timeZone: "Asia/Kolkata",
  price: "₹99",
};
const card = { ...mentor, numbers, slots, reasons: ["Interviews ML engineers", "asks SQL"] };

const counts = Object.fromEntries(
  mentorFilterNames.map((name) => [name, {}]),
) as MentorListView["list"]["counts"];

const listView = (change: Partial<MentorListView["list"]> = {}, query = {}): MentorListView => ({
  ...head,
  kind: "mentors",
  query,
  list: {
    mentors: [card],
    total: 1,
    dropped: [],
    alternatives: [],
    counts,
    next: "12",
    ...change,
  },
});
const pageView: MentorPageView = {
  ...head,
  kind: "mentor",
  from: null,
  page: { mentor: { ...mentor, approach: "I go deep." }, numbers, slots, next: null },
};

afterEach(() => {
  document.body.innerHTML = "";
});

/** The server's HTML as a page that the browser takes over. */
function show(view: MentorListView | MentorPageView): HTMLElement {
  const element = document.createElement("div");
  element.innerHTML = renderMentorView(view);
  document.body.append(element);
  return element;
}

describe("what the server renders", () => {
  it.each([listView(), pageView])(
    "is taken over by the browser without a difference, and follows its zone",
    async (view) => {
      const reported = vi.spyOn(console, "error");
      const element = show(view);
      const before = element.innerHTML;
      const draw = (timeZone: string) =>
        view.kind === "mentors" ? (
          <MentorListContent query={view.query} list={view.list} timeZone={timeZone} price={view.price} />
        ) : (
          <MentorPageContent page={view.page} from={view.from} timeZone={timeZone} price={view.price} />
        );
      const problems: unknown[] = [];
      const root = await act(async () =>
        hydrateRoot(element, draw("Asia/Kolkata"), { onRecoverableError: (error) => problems.push(error) }),
      );
      expect([problems, reported.mock.calls]).toEqual([[], []]);
      expect(element.innerHTML).toBe(before);
      expect(element.textContent).toContain("19:00");
      await act(async () => root.render(draw("Europe/London")));
      expect(element.textContent).toContain("13:30");
      await act(async () => root.unmount());
    },
  );

  it("says why a mentor is shown, and leads from a time to the next step", () => {
    const element = show(listView());
    expect(element.textContent).toContain("Interviews ML engineers · asks SQL · free on Monday evening");
    expect(element.textContent).toContain("4.7 (23)41 interviews · on time 95% · feedback in 6 hours");
    expect(element.querySelector('a[href^="/pricing?slot="]')?.textContent).toContain(
      "Mon 23 Nov, 19:00 IST",
    );
    expect(element.querySelector('a[href="/mentors?after=12"]')).not.toBeNull();
  });

  it("says that somebody is new, as long as they have few ratings", () => {
    const element = show(listView({ mentors: [{ ...card, numbers: { ...numbers, rating: null } }] }));
    expect(element.textContent).toContain("New here");
  });

  it("names what it left out when nobody matches", () => {
    const query = { role: "ml-engineer" as const, day: "sun" as const };
    const alternatives = [
      { without: "day" as const, total: 4 },
      { without: "role" as const, total: 2 },
    ];
    const element = show(listView({ total: 0, dropped: ["day"], alternatives, next: null }, query));
    expect(element.textContent).toContain("Nearest: without Sunday.");
    expect(element.textContent).toContain("Without ML engineer: 2");
  });

  it("says so when nobody has a page yet, and leads to the plans", () => {
    const element = show(listView({ mentors: [], total: 0, next: null }));
    expect(element.textContent).toContain("No mentors listed yet");
    expect(element.querySelector('a[href="/pricing"]')).not.toBeNull();
  });
});
