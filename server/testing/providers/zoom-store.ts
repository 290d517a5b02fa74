import { randomBytes, randomInt } from "node:crypto";

/*
 * Zoom's meetings and the rules for changing them (developers.zoom.us/docs/api/meetings and /docs/api/rate-limits).
 * A violation throws an error that the local provider answers as Zoom does: a status and `{code, message}`.
 */

export interface LocalMeeting {
  id: number;
  uuid: string;
  host_id: string;
  topic: string;
  type: number;
  agenda: string;
  /** `2026-11-20T12:30:00Z`. */
  start_time: string;
  duration: number;
  timezone: string;
  settings: Record<string, unknown>;
  password: string;
  created_at: string;
}

export class ZoomHttpError extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const changesADay = 100;

export class ZoomStore {
  readonly meetings = new Map<number, LocalMeeting>();
  /** The number of meetings ever created, including deleted ones. */
  createdCount = 0;
  readonly #hosts: readonly string[];
  readonly #now: () => Date;
  readonly #changes = new Map<string, number>();

  constructor(hosts: readonly string[], now: () => Date) {
    this.#hosts = hosts;
    this.#now = now;
  }

  create(hostId: string, body: Record<string, unknown>): LocalMeeting {
    this.#checkHost(hostId);
    const { topic, type, agenda = "", settings = {} } = body;
    refuseUnless(type === 2, "Only scheduled meetings are known here.");
    refuseUnless(
      typeof topic === "string" && topic.length <= 200,
      "Topic should be less than 200 characters.",
    );
    refuseUnless(
      typeof agenda === "string" && agenda.length <= 2000,
      "Agenda should be less than 2000 characters.",
    );
    const times = readTimes(body);
    this.#countChange(hostId);
    const meeting: LocalMeeting = {
      id: randomInt(80_000_000_000, 89_999_999_999),
      uuid: randomBytes(16).toString("base64"),
      host_id: hostId,
      topic,
      type: 2,
      agenda,
      ...times,
      settings: settings as Record<string, unknown>,
      password: randomBytes(8).toString("base64url"),
      created_at: formatInstant(this.#now()),
    };
    this.meetings.set(meeting.id, meeting);
    this.createdCount += 1;
    return meeting;
  }

  update(id: number, body: Record<string, unknown>): void {
    const meeting = this.get(id);
    const times = readTimes({ ...meeting, ...body });
    this.#countChange(meeting.host_id);
    Object.assign(meeting, times);
  }

  delete(id: number): void {
    this.get(id);
    this.meetings.delete(id);
  }

  get(id: number): LocalMeeting {
    const meeting = this.meetings.get(id);
    if (meeting === undefined) throw new ZoomHttpError(404, 3001, `Meeting does not exist: ${id}.`);
    return meeting;
  }

  list(hostId: string, pageSize: number, from: number) {
    this.#checkHost(hostId);
    const all = [...this.meetings.values()].filter(({ host_id }) => host_id === hostId);
    const page = all.slice(from, from + pageSize);
    return { total: all.length, page, next: from + pageSize < all.length ? from + pageSize : null };
  }

  /** Simulates that the host's quota for today is used up. */
  exhaustDailyLimit(hostId: string): void {
    this.#changes.set(this.#day(hostId), changesADay);
  }

  /** The highest number of meetings that one host holds at one time. */
  maxConcurrent(hostId: string): number {
    const times = [...this.meetings.values()]
      .filter(({ host_id }) => host_id === hostId)
      .map(({ start_time, duration }) => ({
        from: Date.parse(start_time),
        until: Date.parse(start_time) + duration * 60_000,
      }));
    return Math.max(
      0,
      ...times.map(({ from }) => times.filter((other) => other.from <= from && from < other.until).length),
    );
  }

  #checkHost(hostId: string): void {
    if (!this.#hosts.includes(hostId)) throw new ZoomHttpError(404, 1001, `User does not exist: ${hostId}.`);
  }

  /** "A single user can only make 100 create and update meeting requests per day (UTC)." */
  #countChange(hostId: string): void {
    const day = this.#day(hostId);
    const count = this.#changes.get(day) ?? 0;
    if (count >= changesADay) {
      throw new ZoomHttpError(
        429,
        429,
        `You have exceeded the daily rate limit (${changesADay}) of Meeting Create/Update API requests permitted for this particular user. You may resume these requests at GMT 00:00:00.`,
      );
    }
    this.#changes.set(day, count + 1);
  }

  #day(hostId: string): string {
    return `${hostId} ${this.#now().toISOString().slice(0, 10)}`;
  }
}

function readTimes({ start_time, duration, timezone }: Record<string, unknown>) {
  refuseUnless(
    typeof start_time === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(start_time),
    "start_time must be yyyy-MM-ddTHH:mm:ssZ.",
  );
  refuseUnless(
    Number.isInteger(duration) && (duration as number) > 0,
    "duration must be a number of minutes.",
  );
  refuseUnless(typeof timezone === "string", "timezone must be a string.");
  return { start_time, duration: duration as number, timezone };
}

function formatInstant(instant: Date): string {
  return instant.toISOString().replace(/\.\d{3}Z$/, "Z");
}

function refuseUnless(holds: boolean, message: string): asserts holds {
  if (!holds) throw new ZoomHttpError(400, 300, message);
}
