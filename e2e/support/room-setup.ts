import type { Page } from "@playwright/test";
import { harness } from "./addresses.ts";
import { type ApiUser, bookByApi, signInPage, signUpByApi } from "./api-setup.ts";

interface RoomSetup {
  codeFor(email: string): Promise<string>;
  grantInterviewer(email: string): Promise<void>;
  advance(minutes: number): Promise<void>;
}

/** Arjun interviews Meera, in a room that opened a few minutes ago. Other journeys test the steps before. */
export async function setUpRoom({ codeFor, grantInterviewer, advance }: RoomSetup): Promise<{
  id: string;
  interviewer: ApiUser;
  interviewee: ApiUser;
}> {
  const [interviewer, interviewee] = [
    await signUpByApi("Arjun", codeFor),
    await signUpByApi("Meera", codeFor),
  ];
  await grantInterviewer(interviewer.user.email);
  // The server's clock, which earlier journeys may have moved.
  const { now } = (await (await fetch(`${harness.url}/ready`)).json()) as { now: string };
  const start = new Date(Date.parse(now) + 26 * 3_600_000);
  start.setUTCMinutes(30, 0, 0);
  const id = await bookByApi(interviewer, interviewee, start.toISOString());
  await advance(Math.ceil((start.getTime() - Date.parse(now)) / 60_000) - 3);
  return { id, interviewer, interviewee };
}

/** The same, with a page for each of the two, signed in and not yet in the room. */
export async function openRoomPages({
  openPerson,
  ...setup
}: RoomSetup & { openPerson(): Promise<Page> }): Promise<{
  id: string;
  interviewerPage: Page;
  intervieweePage: Page;
}> {
  const { id, interviewer, interviewee } = await setUpRoom(setup);
  const [interviewerPage, intervieweePage] = [await openPerson(), await openPerson()];
  await signInPage(interviewerPage, interviewer, "interviewer");
  await signInPage(intervieweePage, interviewee);
  return { id, interviewerPage, intervieweePage };
}
