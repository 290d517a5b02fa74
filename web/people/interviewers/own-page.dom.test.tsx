import type { MentorPageFields, OwnMentorPage } from "@greenroom/contract/people/mentors.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { RequireRole } from "../../session/require-role.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { OwnPageCard } from "./own-page-state.tsx";
import OwnPage from "./pages/own-page.tsx";

const calls = serveCallAnswers();
const mentor = { ...sampleUser, role: "interviewer" as const, firstName: "Kavya", lastName: "Rao" };
const getPage = "GET /api/interviewer/profile";
const savePage = "POST /api/interviewer/profile";
const approach =
  "I ask about something that you built, then one design question. I wait when you think, and end with notes.";
const empty: OwnMentorPage = {
  ...{ slug: "kavya-r", firstName: "Kavya", lastName: "Rao", headline: "", approach: "", years: null },
  ...{ roles: [], levels: [], topics: [], languages: [], photoUrl: null, checks: [] },
  ...{ timeZone: "Asia/Kolkata", showsLastName: false, isListed: false, hidden: null },
  checksEndedWithName: false,
};
const complete: OwnMentorPage = {
  ...{ ...empty, headline: "Staff ML engineer", approach, years: 9, roles: ["ml-engineer"] },
  ...{ levels: ["mid"], topics: ["sql"], languages: ["en"], isListed: true },
};
const fieldsOf = (page: OwnMentorPage): MentorPageFields => {
  const { firstName, lastName, photoUrl, checks, checksEndedWithName, timeZone, hidden, ...fields } = page;
  return fields;
};

beforeEach(() => {
  storeSession(mentor);
});

async function open(page: OwnMentorPage, saved: OwnMentorPage | object = page) {
  const me = { "GET /api/user/profile": { body: mentor } };
  const answer = "msg" in saved ? { status: 409, body: saved } : { body: saved };
  calls.set({ ...me, [getPage]: { body: page }, [savePage]: answer });
  const { user, path, goBack } = renderScreen(
    <RequireRole allow="interviewer" loading={null}>
      <OwnPage />
    </RequireRole>,
  );
  await screen.findByRole("button", { name: "Save your page" });
  return {
    user,
    path,
    goBack,
    save: () => user.click(screen.getByRole("button", { name: "Save your page" })),
    check: (name: string) => user.click(screen.getByRole("checkbox", { name })),
    preview: within(screen.getByRole("region", { name: "Preview" })),
    sent: () => calls.sent.filter(({ name }) => name === savePage).map(({ body }) => body),
  };
}

describe("the own page", () => {
  it("shows at once how it will look", async () => {
    const { user, check, preview } = await open(empty);
    expect(preview.getByRole("heading", { name: "Kavya" })).toBeTruthy();
    await user.type(screen.getByLabelText("Headline"), "Ranking at scale");
    await user.type(screen.getByLabelText("How I interview"), "I listen.");
    await user.type(screen.getByLabelText(/^Years/), "1");
    for (const name of ["ML engineer", "Mid level", "SQL", "Hindi"]) await check(name);
    for (const text of ["Ranking at scale", "I listen.", "ML engineer · 1 year of experience"])
      expect(preview.getByText(text)).toBeTruthy();
    expect(preview.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
      ...["Mid level", "SQL", "Hindi", "India time (IST)"],
    ]);
    await check("Show my last name, Rao");
    expect(preview.getByRole("heading", { name: "Kavya Rao" })).toBeTruthy();
  });

  it("has no last name to show for somebody without one", async () => {
    await open({ ...empty, lastName: "" });
    expect(screen.queryByRole("checkbox", { name: /last name/ })).toBeNull();
  });

  it("says what is missing before everybody can see it, and is not sent without it", async () => {
    const { user, save, check, sent } = await open({ ...complete, headline: "", roles: [], isListed: false });
    const missing = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(missing()).toEqual(["Write a headline.", "Choose at least one role."]);
    await check("Show my page to everybody");
    await save();
    await waitFor(() => expect(screen.getByLabelText("Headline").getAttribute("aria-invalid")).toBe("true"));
    expect(sent()).toEqual([]);
    await user.type(screen.getByLabelText("Headline"), "Ranking");
    await check("ML engineer");
    expect(screen.queryByText("Before everybody can see it:")).toBeNull();
  });

  it("is sent as the contract has it, and says who sees it now", async () => {
    const { user, save, check, sent } = await open({ ...complete, isListed: false }, complete);
    expect(screen.getByText("Only you can see it")).toBeTruthy();
    await check("Show my page to everybody");
    await user.clear(screen.getByLabelText(/^Years/));
    await save();
    expect(await screen.findByText("✅ Saved. Everybody can see your page.")).toBeTruthy();
    expect(sent()).toEqual([{ ...fieldsOf(complete), years: null }]);
    expect(screen.getByRole("link", { name: "Open your page" }).getAttribute("href")).toBe(
      "/mentors/kavya-r",
    );
    // The years that the server answered.
    expect(screen.getByLabelText<HTMLInputElement>(/^Years/).value).toBe("9");
  });

  it.each([
    ["Headline", "Mail kavya (at) gmail dot com", /^Headline cannot contain an email address/],
    ["How I interview", "My number is 98765 43210", /cannot contain a phone number: “98765 43210”/],
    ["Page address", "support", "This page address cannot be used. Choose another one."],
  ])("refuses in %s: %s", async (label, text, message) => {
    const { user, save, sent } = await open(complete);
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it("asks before it is left with changes that are not saved, and only then", async () => {
    const { user, save, path, goBack } = await open(complete);
    await user.type(screen.getByLabelText("Headline"), "!");
    await goBack();
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Stay" }));
    expect(path()).toBe("/");
    await save();
    expect(await screen.findByText("✅ Saved. Everybody can see your page.")).toBeTruthy();
    const closesAtOnce = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await waitFor(() => expect(closesAtOnce()).toBe(true));
    await goBack();
    expect(path()).toBe("/before");
  });

  it("shows at its field that an address is taken", async () => {
    const msg = "Another mentor has “kavya-r”. “kavya-r-2” is free.";
    const { save } = await open(complete, { msg, code: "conflict", details: [{ path: "slug", msg }] });
    await save();
    expect(await screen.findByText(msg)).toBeTruthy();
    expect(screen.getByLabelText("Page address").getAttribute("aria-invalid")).toBe("true");
  });

  it("says why we took it down, and that nobody sees it", async () => {
    const hidden = { at: "2026-11-29T06:30:00.000Z", reason: "The headline names another company." };
    const { save } = await open({ ...complete, hidden });
    expect(screen.getByText("Taken down by us")).toBeTruthy();
    expect(screen.getByText(/on 29 Nov 2026: The headline names another company\./)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Open your page" })).toBeNull();
    await save();
    expect(await screen.findByText("✅ Saved. Nobody sees your page until we show it again.")).toBeTruthy();
  });

  it("says that a new name took them off", async () => {
    await open({ ...complete, checksEndedWithName: true });
    expect(screen.getByText(/^Your name changed, so write to us/)).toBeTruthy();
  });

  it("shows the facts that we checked", async () => {
    const checks = [{ claim: "IIT Bombay degree", month: "2026-11" }];
    const { preview } = await open({ ...complete, checks });
    expect(preview.getByRole("listitem").textContent).toBe("IIT Bombay degree checked, November 2026");
  });

  it("has a card in the account, with its state and a way to it", async () => {
    calls.set({ "GET /api/user/profile": { body: mentor }, [getPage]: { body: complete } });
    renderScreen(<OwnPageCard />);
    expect(await screen.findByText("Everybody can see it")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Edit your page" }).getAttribute("href")).toBe(
      "/interviewer-dashboard/page",
    );
  });
});
