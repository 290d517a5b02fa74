import {
  maxRunningMilliseconds,
  runningExpiryMilliseconds,
  runningRepeatMilliseconds,
} from "@greenroom/contract/room/pad-runs.ts";
import { type RoomClientMessage, roomClientMessageSchema } from "@greenroom/contract/room/room-messages.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PadRunning } from "./pad-running.ts";

let sent: RoomClientMessage[];
let running: PadRunning;
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  running = new PadRunning((message) => sent.push(message) > 0);
});
afterEach(() => {
  running.close();
  vi.useRealTimers();
});
const python = { language: "python", phase: "starting" } as const;
const sql = { language: "sql", phase: "running" } as const;
const of = (given: typeof python | typeof sql | null) => ({ type: "running", running: given });
const fromOther = (given: typeof python | typeof sql | null) =>
  running.receive({ type: "running", senderId: "meera", running: given });
const shown = () => running.store.getState().other;

describe("this page's run in progress", () => {
  it("is told to the room, repeated while it lasts, and its end is told", () => {
    running.onSync();
    running.setOwn(python);
    vi.advanceTimersByTime(2 * runningRepeatMilliseconds);
    running.setOwn(null);
    vi.advanceTimersByTime(2 * runningRepeatMilliseconds);
    expect(sent).toEqual([of(python), of(python), of(python), of(null)]);
    for (const message of sent) expect(roomClientMessageSchema.safeParse(message).success).toBe(true);
  });

  it("is told again after a reconnect", () => {
    running.setOwn(python);
    running.onConnected();
    running.onSync();
    expect(sent).toEqual([of(python), of(python)]);
  });

  it("is over when the pad closes", () => {
    running.onSync();
    running.setOwn(sql);
    running.close();
    vi.advanceTimersByTime(2 * runningRepeatMilliseconds);
    expect(sent).toEqual([of(sql), of(null)]);
  });
});

describe("the other page's run in progress", () => {
  it("is shown until its end", () => {
    fromOther(python);
    expect(shown()).toEqual({ ...python, senderId: "meera" });
    fromOther(sql);
    expect(shown()).toMatchObject(sql);
    fromOther(null);
    expect(shown()).toBeNull();
  });

  it("is cleared when it is not repeated, because its page may be gone", () => {
    fromOther(python);
    vi.advanceTimersByTime(runningExpiryMilliseconds - 1);
    expect(shown()).not.toBeNull();
    fromOther(python);
    vi.advanceTimersByTime(runningExpiryMilliseconds - 1);
    expect(shown()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(shown()).toBeNull();
  });

  it.each([[null], [python]])("is cleared after five minutes of repetition with %j between", (between) => {
    for (let passed = 0; passed < maxRunningMilliseconds; passed += runningRepeatMilliseconds) {
      fromOther(between);
      fromOther(python);
      expect(shown()).not.toBeNull();
      vi.advanceTimersByTime(runningRepeatMilliseconds);
    }
    for (let times = 0; times < 10; times += 1) {
      fromOther(between);
      fromOther(python);
      expect(shown()).toBeNull();
      vi.advanceTimersByTime(runningRepeatMilliseconds);
    }
  });

  it("is shown again after a pause", () => {
    fromOther(python);
    vi.advanceTimersByTime(maxRunningMilliseconds);
    fromOther(null);
    vi.advanceTimersByTime(runningExpiryMilliseconds + 1);
    fromOther(sql);
    expect(shown()).toMatchObject(sql);
  });

  it("is cleared by a reconnect, during which its end may have been missed", () => {
    fromOther(python);
    running.onConnected();
    expect(shown()).toBeNull();
  });
});
