import { expect, it } from "vitest";
import { readMeetingLink } from "./meeting-link.ts";

const here = "https://greenroom.example/interviewee-dashboard/booking";
const read = (zoomLink: string) => readMeetingLink(zoomLink, "b-1", here);

it("recognizes its own room, whatever host is in the link", () => {
  const room = { kind: "room", to: "/room/b-1" };
  expect(read("https://greenroom.example/room/b-1")).toEqual(room);
  expect(read("http://localhost:3000/room/b-1")).toEqual(room);
  expect(read("/room/b-1")).toEqual(room);
});

it("leaves the site for any other provider, and for the room of another booking", () => {
  expect(read("https://zoom.us/j/123?pwd=x")).toEqual({
    kind: "external",
    href: "https://zoom.us/j/123?pwd=x",
  });
  expect(read("/room/b-2")).toEqual({ kind: "external", href: "https://greenroom.example/room/b-2" });
});

it("rejects links that are not web addresses", () => {
  expect(read("javascript:alert(1)")).toBeNull();
  expect(read("https://")).toBeNull();
});
