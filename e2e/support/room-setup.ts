import type { Page } from "@playwright/test";
import { harness } from "./addresses.ts";
import { type ApiUser, bookByApi, signInPage, signUpByApi } from "./api-setup.ts";

interface RoomSetup {
  codeFor(email: string): Promise<string>;
  grantInterviewer(email: string): Promise<void>;
  advance(minutes: number): Promise<void>;
}

export interface RoomPeople {
  id: string;
  interviewer: ApiUser;
  interviewee: ApiUser;
}

export async function setUpRoom({ codeFor, grantInterviewer, advance }: RoomSetup): Promise<RoomPeople> {
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

export interface RoomPages {
  id: string;
  interviewerPage: Page;
  intervieweePage: Page;
}

export async function openRoomPages(
  { id, interviewer, interviewee }: RoomPeople,
  openPerson: () => Promise<Page>,
): Promise<RoomPages> {
  const [interviewerPage, intervieweePage] = [await openPerson(), await openPerson()];
  await signInPage(interviewerPage, interviewer, "interviewer");
  await signInPage(intervieweePage, interviewee);
  return { id, interviewerPage, intervieweePage };
}
