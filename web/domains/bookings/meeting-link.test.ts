import { expect, it } from "vitest";
import { readMeetingLink } from "./meeting-link.ts";

const here = "https://greenroom.example/interviewee-dashboard/booking";
const read = (zoomLink: string) => readMeetingLink(zoomLink, "b-1", here);

it("finds its own room, whatever host wrote the link", () => {
  const room = { kind: "room", to: "/room/b-1" };
  expect(read("https://greenroom.example/room/b-1")).toEqual(room);
  expect(read("http://localhost:3000/room/b-1")).toEqual(room);
  expect(read("/room/b-1")).toEqual(room);
});

it("leads elsewhere for any other provider, and for a room that is not this booking's", () => {
  expect(read("https://zoom.us/j/123?pwd=x")).toEqual({
    kind: "elsewhere",
    href: "https://zoom.us/j/123?pwd=x",
  });
  expect(read("/room/b-2")).toEqual({ kind: "elsewhere", href: "https://greenroom.example/room/b-2" });
});

it("follows nothing that is no address of the web", () => {
  expect(read("javascript:alert(1)")).toBeNull();
  expect(read("https://")).toBeNull();
});
