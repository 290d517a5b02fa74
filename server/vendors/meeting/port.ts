/** The data that a provider needs to create a meeting. */
export interface MeetingRequest {
  /** One of `hosts`. */
  hostId: string;
  /**
   * Our own UUID. It is part of the meeting's description, so that we recognize a meeting that we failed to
   * store.
   */
  reference: string;
  startsAt: Date;
  endsAt: Date;
  topic: string;
}

export interface HostedMeeting {
  meetingId: string;
  joinUrl: string;
}

/**
 * Why this host cannot have a meeting today while another may: their quota is used up, or the provider does
 * not know them.
 */
export interface HostRefusal {
  hostRefuses: string;
}

/**
 * A provider whose meetings belong to our hosts. Each host can hold a limited number at once and create a limited
 * number a day. Every call rejects with an AppError `unavailable` (and how long to wait) if the provider
 * is down.
 */
export interface HostedMeetings {
  readonly name: "zoom";
  /** The provider's name, as people know it. */
  readonly displayName: string;
  readonly hosts: readonly string[];
  /** Meetings that one host may hold at the same time. */
  readonly meetingsAtATime: number;
  create(request: MeetingRequest): Promise<HostedMeeting | HostRefusal>;
  /** Deletes a meeting; one that no longer exists counts as deleted. */
  remove(meetingId: string): Promise<void>;
  /**
   * The URL that opens a meeting as its host, valid for a short time; null if the meeting does not exist. Never
   * store it.
   */
  findStartUrl(meetingId: string): Promise<string | null>;
  /** A host's upcoming meetings that this installation created, with their references. */
  listMeetings(hostId: string): Promise<(HostedMeeting & { reference: string })[]>;
}

/**
 * The place of interviews: with a provider's hosts if one is configured, otherwise or as a fallback in our own
 * room.
 */
export interface Meetings {
  /** The configured provider, as people know it. */
  readonly displayName: string;
  readonly room: { displayName: string; joinUrl(bookingId: string): string };
  readonly hosted: HostedMeetings | null;
  /** A call that changes nothing and needs our keys. Rejects with the problem. */
  check?(): Promise<void>;
}
