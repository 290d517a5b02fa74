import { describe, expect, it } from "vitest";
import { isOwnRoom } from "./meeting-place.ts";

type Hosted = Parameters<typeof isOwnRoom>[0]["meetings"]["hosted"];

const zoom = { name: "zoom" } as Hosted;

describe("isOwnRoom", () => {
  const cases: { hosted: Hosted; provider: string | null; isOwn: boolean }[] = [
    { hosted: null, provider: "room", isOwn: true },
    { hosted: null, provider: null, isOwn: true },
    // A meeting that was made before the provider was switched off stays where it is.
    { hosted: null, provider: "zoom", isOwn: false },
    { hosted: zoom, provider: "zoom", isOwn: false },
    // The provider was away, so the meeting moved to our room.
    { hosted: zoom, provider: "room", isOwn: true },
    // Without a link nobody could come, so an empty record proves nothing.
    { hosted: zoom, provider: null, isOwn: false },
  ];

  it.each(cases)("hosted by $hosted.name, meeting by $provider: $isOwn", ({ hosted, provider, isOwn }) => {
    expect(isOwnRoom({ meetings: { hosted } as never }, provider)).toBe(isOwn);
  });
});
