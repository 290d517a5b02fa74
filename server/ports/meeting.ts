/** What a provider must know to make or move a meeting. */
export interface MeetingRequest {
  /** One of `hosts`. */
  hostId: string;
  /** Ours, a UUID: it stands in the meeting's description, so that one which nobody wrote down is known again. */
  reference: string;
  startsAt: Date;
  endsAt: Date;
  topic: string;
}

export interface HostedMeeting {
  meetingId: string;
  joinUrl: string;
}

/** Why this host gives no meeting today while another may: their quota is used up, or the provider does not know them. */
export interface HostRefusal {
  hostRefuses: string;
}

/**
 * A provider whose meetings are held by hosts of ours, each of whom can hold only so many at a time and be asked for so
 * many a day. Every call rejects with an AppError `unavailable` (and how long to wait) when the provider is away.
 */
export interface HostedMeetings {
  readonly name: "zoom";
  /** What people call it in a message. */
  readonly displayName: string;
  readonly hosts: readonly string[];
  /** Meetings that one host may hold at a time. */
  readonly meetingsAtATime: number;
  /** How often a host's meetings may be made or changed in a UTC day. */
  readonly changesADay: number;
  create(request: MeetingRequest): Promise<HostedMeeting | HostRefusal>;
  /** Changes a meeting's time; `gone` when there is no such meeting any more. */
  move(meetingId: string, request: MeetingRequest): Promise<"moved" | "gone" | HostRefusal>;
  /** Deletes a meeting; one that is gone already counts as deleted. */
  remove(meetingId: string): Promise<void>;
  /** The address that opens a meeting as its host, good for a short time; null when there is no such meeting. Never keep it. */
  findStartUrl(meetingId: string): Promise<string | null>;
  /** A host's meetings to come that this installation made, by the reference that they carry. */
  listMeetings(hostId: string): Promise<(HostedMeeting & { reference: string })[]>;
}

/** Where interviews meet: with a provider's hosts if one is set, and in a room of our own whenever those cannot be had. */
export interface Meetings {
  /** The provider that is set, as people call it. */
  readonly displayName: string;
  readonly room: { displayName: string; joinUrl(bookingId: string): string };
  readonly hosted: HostedMeetings | null;
  /** A call that changes nothing and needs our keys. Rejects with what is wrong. */
  check?(): Promise<void>;
}
