import { expect, it } from "vitest";
import { meta as dashboard } from "./dashboard.tsx";
import { meta as interviewee } from "./interviewee-index.tsx";
import { meta as interviewer } from "./interviewer-index.tsx";

it.each([
  ["/dashboard", dashboard, "Dashboard · Greenroom"],
  ["/interviewee-dashboard", interviewee, "Profile · Greenroom"],
  ["/interviewer-dashboard", interviewer, "Manage My Calendar · Greenroom"],
])("%s has a title until it has opened another page", (_, meta, title) => {
  expect(meta()).toContainEqual({ title });
});
