/** What a provider must know to make a meeting. */
export interface MeetingRequest {
  bookingId: string;
  startsAt: Date;
  endsAt: Date;
  topic: string;
}

/** Makes video meetings. `displayName` is what people call the provider in a message. */
export interface MeetingProvider {
  readonly name: "room" | "zoom";
  readonly displayName: string;
  /** Makes a meeting. Rejects with an AppError `unavailable` when the provider is away. */
  create(request: MeetingRequest): Promise<{ joinUrl: string }>;
  /** A call that changes nothing and needs our keys. Rejects with what is wrong. */
  check?(): Promise<void>;
}
