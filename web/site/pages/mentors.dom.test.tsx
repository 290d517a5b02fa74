import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { SiteHeader } from "../../app/chrome/site-header.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import MentorsPage from "./mentors.tsx";

const answers = serveCallAnswers();

const mentor = (slug: string, firstName: string) => ({
  ...{ slug, firstName, lastName: "", headline: "Staff engineer", years: 8, photoUrl: null },
  ...{ roles: [], levels: [], topics: [], languages: [], checks: [], timeZone: "Asia/Kolkata" },
  numbers: { rating: null, interviews: 0, onTimePercent: null, feedbackMinutes: null },
  ...{ slots: [], reasons: [] },
});
const mentors = [mentor("kavya-r", "Kavya"), mentor("arjun-m", "Arjun")];
const list = { mentors, total: 2, dropped: [], alternatives: [], counts: {}, next: null };
const favorite = { _id: "0190a5b8-7c00-7000-8000-00000000000a", slug: "kavya-r" };

it("shows a signed-in candidate which mentors are favorites, and lets them choose another", async () => {
  storeSession(sampleUser);
  answers.set({
    "GET /api/mentors": { body: list },
    "GET /api/user/favorites": { body: { mentors: [favorite] } },
    "PUT /api/user/favorites": { body: { mentors: [favorite] } },
  });
  const { user } = renderScreen(<MentorsPage />, { path: "/mentors" });
  const heart = (name: string) => screen.findByRole("button", { name: `Favorite: ${name}` });
  await screen.findByRole("button", { name: "Favorite: Kavya", pressed: true });
  expect((await heart("Arjun")).getAttribute("aria-pressed")).toBe("false");
  const calls = (name: string) => answers.sent.filter((call) => call.name === `${name} /api/user/favorites`);
  expect(calls("GET")).toHaveLength(1);
  await user.click(await heart("Arjun"));
  await expect.poll(() => calls("PUT")).toMatchObject([{ body: { mentor: "arjun-m", isFavorite: true } }]);
});

it("shows a visitor no heart", async () => {
  answers.set({ "GET /api/mentors": { body: list } });
  renderScreen(<MentorsPage />, { path: "/mentors" });
  await screen.findByRole("heading", { name: "Kavya" });
  expect(screen.queryByRole("button", { name: /^Favorite/ })).toBeNull();
});

it("is in the header of somebody who is signed in", async () => {
  storeSession(sampleUser);
  renderScreen(<SiteHeader compact={false} />);
  const header = screen.getByRole("navigation", { name: "Main" });
  expect((await within(header).findByRole("link", { name: "Mentors" })).getAttribute("href")).toBe(
    "/mentors",
  );
  expect(within(header).getByRole("link", { name: "Dashboard" })).toBeDefined();
});
