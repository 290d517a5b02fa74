import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useIsFetching } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSession } from "../session/session.tsx";
import { serveCallAnswers } from "../testing/call-answers.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../testing/sample-data.ts";
import { NextInterviewBanner } from "./next-interview-banner.tsx";

const calls = serveCallAnswers();
const ownCall = "GET /api/user/bookings";
const interviewerCall = "GET /api/interviewer/bookings";
const roomLink = `https://greenroom.example/room/${sampleBooking._id}`;

/** An interview of 45 minutes that starts in so many minutes. */
function interviewIn(minutes: number) {
  const startsAt = Date.now() + minutes * 60_000;
  return {
    ...sampleBooking,
    status: "pending" as const,
    startTime: new Date(startsAt).toISOString(),
    endTime: new Date(startsAt + 45 * 60_000).toISOString(),
    zoomLink: roomLink,
    allowedActions: ["join" as const],
  };
}

type Role = "interviewee" | "interviewer";

/** A page of this role's dashboard. */
function Page({ role }: { role: Role }) {
  const { user } = useSession();
  const isLoading = useIsFetching() > 0;
  return (
    <>
      <h1>{isLoading ? "Calendar, loading" : "Calendar"}</h1>
      {user?.role === role && <NextInterviewBanner />}
    </>
  );
}

function open(role: Role = "interviewee") {
  storeSession({ ...sampleUser, role });
  return renderScreen(<Page role={role} />);
}
/** After the page has the answer. */
async function findNoBanner() {
  await waitFor(() => expect(calls.sent.map(({ name }) => name)).toContain(ownCall));
  expect(await screen.findByRole("heading", { name: "Calendar" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Your next interview" })).toBeNull();
}
const bannerText = async () =>
  (await screen.findByRole("region", { name: "Your next interview" })).textContent?.replace(/\s+/g, " ");

it("counts down to an interview that starts in ten minutes, and joins it", async () => {
  calls.set({ [ownCall]: { body: [interviewIn(10)] } });
  const { user, path } = open();
  expect(await bannerText()).toMatch(/^Your interview with Kavya Menon starts in (10:00|9:5\d)Join/);
  await user.click(screen.getByRole("link", { name: "Join with Kavya Menon" }));
  expect(path()).toBe(`/room/${sampleBooking._id}`);
});

it("says that an interview is on, without a countdown", async () => {
  calls.set({ [ownCall]: { body: [interviewIn(-20)] } });
  open();
  expect(await bannerText()).toMatch(/^Your interview with Kavya Menon is on nowJoin with Kavya Menon$/);
  expect(screen.queryByRole("timer")).toBeNull();
});

it("names the interviewee to an interviewer, who opens another provider's meeting as its host", async () => {
  const { interviewerId: _, ...booking } = interviewIn(4);
  const userId = { _id: sampleUser._id, firstName: "Meera", lastName: "", email: sampleUser.email };
  const given = { ...booking, userId, zoomLink: "https://zoom.example/j/1" } as unknown as InterviewerBooking;
  calls.set({ [interviewerCall]: { body: [given] } });
  open("interviewer");
  expect(await bannerText()).toMatch(/^Your interview with Meera starts in (4:00|3:5\d)Join/);
  expect(screen.getByRole("button", { name: "Join with Meera (opens a new tab)" })).toBeDefined();
});

it.each([
  ["there is no interview", []],
  ["the next one is tomorrow", [interviewIn(24 * 60)]],
  ["the last one is over", [interviewIn(-46)]],
])("says nothing when %s", async (_case, bookings) => {
  calls.set({ [ownCall]: { body: bookings } });
  open();
  await findNoBanner();
});

it("leaves the page as it is when the server does not answer the question", async () => {
  calls.set({ [ownCall]: { status: 400, body: { code: "bad_input", msg: "from is not known." } } });
  open();
  await findNoBanner();
});

it("does not offer to join while the server does not allow it", async () => {
  calls.set({ [ownCall]: { body: [{ ...interviewIn(10), allowedActions: [] }] } });
  open();
  await bannerText();
  expect(screen.queryByRole("link")).toBeNull();
});
