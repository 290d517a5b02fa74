import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../kernel/config/config.ts";
import type { ZoomSettings } from "../../kernel/config/provider-settings.ts";
import { FixedClock } from "../../testing/clock.ts";
import { createUnreachableUrl } from "../../testing/processes.ts";
import { startLocalZoom, type ZoomFault } from "../../testing/providers/zoom.ts";
import type { HostedMeeting, HostedMeetings, MeetingRequest } from "./port.ts";
import { zoomMeetings } from "./zoom.ts";

const site = "https://greenroom.example";
const reference = "0190a5b8-7c00-7000-8000-00000000000f";
const host = "host1@zoom.example";
const clock = new FixedClock("2026-11-20T06:30:00.000Z");
const localZoom = await startLocalZoom({ now: () => clock.now() });
let zoom: HostedMeetings;
beforeEach(() => {
  zoom = zoomMeetings(settings(), clock, site);
});
afterAll(() => localZoom.close());

function settings(change: Record<string, string> = {}): ZoomSettings {
  const { meetings } = readConfig({ ...localZoom.settings, ...change });
  if (meetings.kind !== "zoom") throw new Error("the local provider's settings are not Zoom's");
  return meetings;
}

function request(change: Partial<MeetingRequest> = {}): MeetingRequest {
  return {
    hostId: host,
    reference,
    startsAt: new Date("2026-11-21T10:00:00Z"),
    endsAt: new Date("2026-11-21T10:45:00Z"),
    topic: "Greenroom mock interview",
    ...change,
  };
}

async function createMeeting(change: Partial<MeetingRequest> = {}): Promise<HostedMeeting> {
  const answer = await zoom.create(request(change));
  if ("hostRefuses" in answer) throw new Error(answer.hostRefuses);
  return answer;
}

const calls: [string, (provider: HostedMeetings) => Promise<unknown>][] = [
  ["create", (provider) => provider.create(request())],
  ["remove", (provider) => provider.remove("81234567890")],
  ["findStartUrl", (provider) => provider.findStartUrl("81234567890")],
  ["listMeetings", (provider) => provider.listMeetings(host)],
];

describe("the calls", () => {
  it("create a meeting in UTC that waits for its host, open it and delete it", async () => {
    const { meetingId, joinUrl } = await createMeeting();
    expect(joinUrl).toMatch(new RegExp(`/j/${meetingId}\\?pwd=`));
    expect(localZoom.store.get(Number(meetingId))).toMatchObject({
      host_id: host,
      topic: "Greenroom mock interview",
      start_time: "2026-11-21T10:00:00Z",
      duration: 45,
      timezone: "UTC",
      settings: { waiting_room: true, join_before_host: false },
    });
    const first = await zoom.findStartUrl(meetingId);
    expect(first).toMatch(new RegExp(`/s/${meetingId}\\?zak=`));
    expect(await zoom.findStartUrl(meetingId)).not.toBe(first);
    await zoom.remove(meetingId);
    await zoom.remove(meetingId);
    expect(await zoom.findStartUrl(meetingId)).toBeNull();
  });

  it("list what this installation created, over many pages, and nothing else", async () => {
    const mine = await createMeeting({
      reference: "0190a5b8-7c00-7000-8000-0000000000aa",
      hostId: "host2@zoom.example",
    });
    const elsewhere = zoomMeetings(settings(), clock, "https://staging.example");
    await elsewhere.create(request({ hostId: "host2@zoom.example" }));
    const standup = localZoom.store.create("host2@zoom.example", {
      topic: "Standup",
      type: 2,
      agenda: "x".repeat(600),
      start_time: "2026-11-21T10:00:00Z",
      duration: 30,
      timezone: "UTC",
    });
    // Enough meetings to put the one that we look for on the second page.
    const [oldest] = [...localZoom.store.meetings.entries()].slice(-3);
    localZoom.store.meetings.delete(oldest?.[0] ?? 0);
    for (let id = 1; id <= 400; id += 1) localZoom.store.meetings.set(id, { ...standup, id });
    if (oldest !== undefined) localZoom.store.meetings.set(...oldest);
    const found = await zoom.listMeetings("host2@zoom.example");
    expect(found).toEqual([{ ...mine, reference: "0190a5b8-7c00-7000-8000-0000000000aa" }]);
    expect(
      localZoom.calls.filter((call) => call.endsWith("host2%40zoom.example/meetings")).length,
    ).toBeGreaterThanOrEqual(3);
  });

  it("report a host who is unknown or has reached the daily limit, and leave other hosts alone", async () => {
    const small = await startLocalZoom({ now: () => clock.now() });
    try {
      const { meetings } = readConfig(small.settings);
      if (meetings.kind !== "zoom") throw new Error("not Zoom's");
      const other = zoomMeetings(meetings, clock, site);
      small.store.exhaustDailyLimit(host);
      expect(await other.create(request())).toEqual({
        hostRefuses: expect.stringContaining("daily rate limit (100)"),
      });
      expect(await other.create(request({ hostId: "host2@zoom.example" }))).toHaveProperty("meetingId");
      expect(await other.create(request({ hostId: "gone@zoom.example" }))).toEqual({
        hostRefuses: expect.stringContaining("User does not exist"),
      });
    } finally {
      await small.close();
    }
  });
});

describe("tokens", () => {
  const asked = () => localZoom.calls.filter((call) => call === "POST /oauth/token").length;

  it("are requested once by concurrent callers, and kept until shortly before they expire", async () => {
    const before = asked();
    await Promise.all(Array.from({ length: 8 }, () => zoom.listMeetings(host)));
    expect(asked() - before).toBe(1);
    clock.advance({ minutes: 57 });
    await zoom.listMeetings(host);
    expect(asked() - before).toBe(1);
    clock.advance({ minutes: 2 });
    await zoom.listMeetings(host);
    expect(asked() - before).toBe(2);
  });

  it("that Zoom refuses are replaced once", async () => {
    await zoom.listMeetings(host);
    const before = asked();
    localZoom.revokeTokens();
    await Promise.all([zoom.listMeetings(host), zoom.listMeetings(host)]);
    expect(asked() - before).toBeLessThanOrEqual(2);
    localZoom.fail(401, 401);
    await expect(zoom.listMeetings(host)).rejects.toMatchObject({ code: "unavailable" });
  });

  it.each([
    ["GREENROOM_ZOOM_CLIENT_SECRET", "another secret"],
    ["GREENROOM_ZOOM_ACCOUNT_ID", "another account"],
  ])("are not issued with a wrong %s, and no secret is revealed", async (name, value) => {
    const wrong = zoomMeetings(settings({ [name]: value }), clock, site);
    const error = await wrong.listMeetings(host).catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ code: "unavailable" });
    expect(`${(error as Error).message} ${(error as Error).cause}`).not.toContain(value);
  });
});

describe("a provider that fails is `unavailable` for every call", () => {
  const faults: ZoomFault[] = ["cut", 429, 500, 503, "malformed", "redirect"];
  it.each(faults.flatMap((fault) => calls.map(([name, call]) => [fault, name, call] as const)))(
    "%s on %s",
    async (fault, _name, call) => {
      await zoom.listMeetings(host);
      localZoom.fail(fault);
      await expect(call(zoom)).rejects.toMatchObject({ code: "unavailable" });
      expect(localZoom.calls).not.toContain("GET /v2/elsewhere");
    },
  );

  it.each(calls.filter(([name]) => name !== "remove"))("a malformed response on %s", async (_name, call) => {
    localZoom.fail("other-shape");
    await expect(call(zoom)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("responses that hang time out after four seconds, before and within the body", async () => {
    await zoom.listMeetings(host);
    localZoom.fail("hang", "stall", "hang", "stall");
    for (const end of await Promise.allSettled(calls.map(([, call]) => call(zoom)))) {
      expect(end).toMatchObject({ status: "rejected", reason: { code: "unavailable" } });
    }
  });

  it("a refused connection to the API or the token service", async () => {
    const url = await createUnreachableUrl();
    for (const name of ["GREENROOM_ZOOM_API_URL", "GREENROOM_ZOOM_OAUTH_URL"]) {
      const away = zoomMeetings(settings({ [name]: url }), clock, site);
      for (const [, call] of calls) await expect(call(away)).rejects.toMatchObject({ code: "unavailable" });
    }
  });

  it("passes on the provider's retry delay", async () => {
    await zoom.listMeetings(host);
    localZoom.fail(429);
    await expect(zoom.create(request())).rejects.toMatchObject({ retryAfterSeconds: 40 });
  });
});
