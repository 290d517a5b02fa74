// Made by `npm run db:types` from server/db/migrations: change those, never this file.

import type { ColumnType } from "kysely";

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AiReports {
  bookingId: string;
  createdAt: Timestamp;
  intervieweeId: string;
  report: Json;
}

export interface AuditLog {
  action: string;
  actor: string;
  actorUserId: string | null;
  createdAt: Timestamp;
  details: Generated<Json>;
  id: Generated<number>;
  subject: string;
}

export interface AuthSessions {
  createdAt: Timestamp;
  endedAt: Timestamp | null;
  expiresAt: Timestamp;
  id: string;
  lastSeenAt: Timestamp;
  tokenHash: Buffer;
  userId: string;
}

export interface Availability {
  bookableUntil: Timestamp | null;
  createdAt: Timestamp;
  endsAt: Timestamp;
  id: string;
  interviewerId: string;
  ruleId: string | null;
  startsAt: Timestamp;
  status: Generated<string>;
}

export interface BookingMoves {
  bookingId: string;
  fromEndsAt: Timestamp;
  fromInterviewerId: string;
  fromSlotId: string;
  fromStartsAt: Timestamp;
  movedAt: Timestamp;
  sequence: number;
}

export interface Bookings {
  announcedAt: Timestamp | null;
  cancelledAt: Timestamp | null;
  cancelledBy: string | null;
  completedAt: Timestamp | null;
  createdAt: Timestamp;
  endsAt: Timestamp;
  id: string;
  idempotencyKey: string | null;
  intervieweeId: string;
  interviewerId: string;
  inviteSequence: Generated<number>;
  movedAt: Timestamp | null;
  sessionForfeited: Generated<boolean>;
  slotId: string;
  startsAt: Timestamp;
  status: Generated<string>;
}

export interface CalendarFeeds {
  createdAt: Timestamp;
  tokenHash: Buffer;
  userId: string;
}

export interface CodeGuesses {
  email: string;
  guesses: number;
  onDay: string;
  purpose: string;
}

export interface Codes {
  attempts: Generated<number>;
  codeHash: Buffer | null;
  createdAt: Timestamp;
  email: string;
  expiresAt: Timestamp;
  id: string;
  purpose: string;
  signup: Json | null;
  usedAt: Timestamp | null;
  voidedAt: Timestamp | null;
}

export interface ContactMessages {
  email: string;
  id: string;
  message: string;
  name: string;
  receivedAt: Timestamp;
}

export interface Coupons {
  code: string;
  createdAt: Timestamp;
  endsAt: Timestamp | null;
  id: string;
  isLaunchOffer: Generated<boolean>;
  kind: string;
  perUserLimit: number | null;
  planTypes: string[] | null;
  startsAt: Timestamp;
  stoppedAt: Timestamp | null;
  totalLimit: number | null;
  value: number;
}

export interface CreditAccounts {
  balance: number;
  userId: string;
}

export interface CreditLots {
  grantedAt: Timestamp;
  id: string;
  paymentId: string | null;
  pricePaise: number;
  sessions: number;
  source: string;
  userId: string;
}

export interface Credits {
  grantedAt: Timestamp;
  id: string;
  lotId: string;
  ordinal: number;
  status: Generated<string>;
  userId: string;
  valuePaise: number;
}

export interface Earnings {
  amountPaise: number;
  bookingId: string;
  createdAt: Timestamp;
  creditedAt: Timestamp | null;
  id: string;
  interviewerId: string;
  sessionPricePaise: number;
  sharePercent: number;
  status: Generated<string>;
  voidedAt: Timestamp | null;
  voidReason: string | null;
}

export interface Feedback {
  bookingId: string;
  createdAt: Timestamp;
  id: string;
  intervieweeId: string;
  interviewerId: string;
  interviewScore: number;
  overallSummary: string;
}

export interface FeedbackFiles {
  bookingId: string;
  fileName: string;
  heldAt: Timestamp | null;
  sizeBytes: number;
  storageKey: string;
  uploadedAt: Timestamp;
}

export interface FeedbackReminders {
  bookingId: string;
  dealtAt: Timestamp;
  kind: string;
}

export interface FoundingMembers {
  joinedAt: Timestamp;
  paymentId: string;
  userId: string;
}

export interface HostAllocations {
  askedAt: Timestamp | null;
  bookingId: string;
  createdAt: Timestamp;
  endsAt: Timestamp;
  hostId: string;
  id: string;
  joinUrl: string | null;
  meetingId: string | null;
  reference: string;
  seat: number;
  startsAt: Timestamp;
  state: Generated<string>;
}

export interface HostDays {
  changes: Generated<number>;
  day: string;
  hostId: string;
}

export interface InterviewerProfiles {
  headline: Generated<string>;
  photoKey: string | null;
  topics: Generated<string[]>;
  updatedAt: Timestamp;
  userId: string;
}

export interface Invitations {
  acceptedAt: Timestamp | null;
  acceptedBy: string | null;
  createdAt: Timestamp;
  email: string;
  expiresAt: Timestamp;
  id: string;
  name: Generated<string>;
  revokedAt: Timestamp | null;
}

export interface LedgerEntries {
  balanceAfter: Generated<number>;
  bookingId: string | null;
  createdAt: Timestamp;
  creditId: string | null;
  delta: number;
  id: Generated<number>;
  kind: string;
  lotId: string;
  reason: string;
  userId: string;
}

export interface MailRefusals {
  address: string;
  firstAt: Timestamp;
  lastAt: Timestamp;
  reply: string;
  times: Generated<number>;
}

export interface Meetings {
  bookingId: string;
  claimedUntil: Timestamp | null;
  createdAt: Timestamp;
  joinUrl: string | null;
  nextTryAt: Timestamp | null;
  provider: string;
  roomReason: string | null;
}

export interface NoShowReports {
  bookingId: string;
  decidedAt: Timestamp | null;
  id: string;
  outcome: string;
  record: Json;
  reportedAt: Timestamp;
  reportedBy: string;
}

export interface Orders {
  amountPaise: number;
  checks: Generated<number>;
  createdAt: Timestamp;
  currency: string;
  givenUpAt: Timestamp | null;
  holdsUntil: Timestamp;
  id: string;
  nextCheckAt: Timestamp | null;
  paidAt: Timestamp | null;
  provider: string;
  providerOrderId: string | null;
  quoteId: string;
  receipt: string;
  status: Generated<string>;
  userId: string;
}

export interface Payments {
  amountPaise: number;
  capturedAt: Timestamp;
  currency: string;
  id: string;
  orderId: string;
  provider: string;
  providerPaymentId: string;
  status: Generated<string>;
  userId: string;
}

export interface PayoutLines {
  amountPaise: number;
  earningId: string;
  kind: string;
  payoutId: string;
}

export interface Payouts {
  amountPaise: number;
  id: string;
  interviewerId: string;
  paidAt: Timestamp;
  reference: string;
}

export interface Plans {
  features: string[];
  isHighlighted: Generated<boolean>;
  listPricePaise: number;
  planType: string;
  position: number;
  sessions: number;
}

export interface Quotes {
  couponId: string | null;
  createdAt: Timestamp;
  id: string;
  isFounding: boolean;
  lines: Json;
  listPricePaise: number;
  planType: string;
  pricePaise: number;
  sessions: number;
  userId: string;
}

export interface RateLimits {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface Refunds {
  amountPaise: number;
  createdAt: Timestamp;
  doneAt: Timestamp | null;
  id: string;
  paymentId: string;
  providerRefundId: string | null;
  reason: string;
  refusal: string | null;
  refusedAt: Timestamp | null;
  sessions: number;
  status: Generated<string>;
  userId: string;
}

export interface Remedies {
  bookingId: string;
  grantedAt: Timestamp;
  lotId: string;
}

export interface ResumeFiles {
  fileName: string;
  heldAt: Timestamp | null;
  sizeBytes: number;
  storageKey: string;
  uploadedAt: Timestamp;
  userId: string;
}

export interface Resumes {
  data: Json;
  updatedAt: Timestamp;
  userId: string;
  version: number;
}

export interface RoomCode {
  bookingId: string;
  language: Generated<string>;
  state: Generated<Buffer>;
  updatedAt: Timestamp;
}

export interface RoomCodeRuns {
  bookingId: string;
  durationMs: number;
  id: string;
  language: string;
  outcome: string;
  output: string;
  position: Generated<number>;
  ranAt: Timestamp;
  runnerId: string;
}

export interface RoomCodeUpdates {
  bookingId: string;
  content: Buffer;
  id: Generated<number>;
  madeAt: Timestamp;
}

export interface RoomEnvelopes {
  body: string;
  createdAt: Timestamp;
  id: Generated<number>;
}

export interface RoomMessages {
  body: string;
  bookingId: string;
  id: string;
  position: Generated<number>;
  senderId: string;
  sentAt: Timestamp;
}

export interface RoomNotes {
  authorId: string;
  body: string;
  bookingId: string;
  updatedAt: Timestamp;
}

export interface RoomTickets {
  bookingId: string;
  expiresAt: Timestamp;
  sessionId: string;
  ticketHash: Buffer;
}

export interface RoomVisits {
  bookingId: string;
  enteredAt: Timestamp;
  id: string;
  lastSeenAt: Timestamp;
  leftAt: Timestamp | null;
  userId: string;
}

export interface SessionReminders {
  bookingId: string;
  dealtAt: Timestamp;
  hoursBefore: number;
  startsAt: Timestamp;
}

export interface TimeOff {
  createdAt: Timestamp;
  endsAt: Timestamp;
  firstDay: string;
  id: string;
  interviewerId: string;
  lastDay: string;
  startsAt: Timestamp;
  timeZone: string;
}

export interface UnansweredMails {
  awaitedUntil: Timestamp;
  isTaken: Generated<boolean>;
  jobId: string;
}

export interface Users {
  blockedAt: Timestamp | null;
  createdAt: Timestamp;
  deletedAt: Timestamp | null;
  email: string;
  firstName: string;
  id: string;
  isOperator: Generated<boolean>;
  lastName: Generated<string>;
  mobileNumber: string;
  passwordChangedAt: Timestamp;
  passwordHash: string;
  role: Generated<string>;
  timeZone: string | null;
}

export interface WebhookEvents {
  eventId: string;
  eventType: string;
  provider: string;
  receivedAt: Timestamp;
}

export interface WeeklyRules {
  createdAt: Timestamp;
  endsOn: string | null;
  exceptions: Generated<string[]>;
  id: string;
  interviewerId: string;
  minimumNoticeHours: Generated<number>;
  mostPerDay: number | null;
  startsOn: string;
  timeZone: string;
  updatedAt: Timestamp;
  weekdays: number[];
  windows: Json;
}

export interface DB {
  aiReports: AiReports;
  auditLog: AuditLog;
  authSessions: AuthSessions;
  availability: Availability;
  bookingMoves: BookingMoves;
  bookings: Bookings;
  calendarFeeds: CalendarFeeds;
  codeGuesses: CodeGuesses;
  codes: Codes;
  contactMessages: ContactMessages;
  coupons: Coupons;
  creditAccounts: CreditAccounts;
  creditLots: CreditLots;
  credits: Credits;
  earnings: Earnings;
  feedback: Feedback;
  feedbackFiles: FeedbackFiles;
  feedbackReminders: FeedbackReminders;
  foundingMembers: FoundingMembers;
  hostAllocations: HostAllocations;
  hostDays: HostDays;
  interviewerProfiles: InterviewerProfiles;
  invitations: Invitations;
  ledgerEntries: LedgerEntries;
  mailRefusals: MailRefusals;
  meetings: Meetings;
  noShowReports: NoShowReports;
  orders: Orders;
  payments: Payments;
  payoutLines: PayoutLines;
  payouts: Payouts;
  plans: Plans;
  quotes: Quotes;
  rateLimits: RateLimits;
  refunds: Refunds;
  remedies: Remedies;
  resumeFiles: ResumeFiles;
  resumes: Resumes;
  roomCode: RoomCode;
  roomCodeRuns: RoomCodeRuns;
  roomCodeUpdates: RoomCodeUpdates;
  roomEnvelopes: RoomEnvelopes;
  roomMessages: RoomMessages;
  roomNotes: RoomNotes;
  roomTickets: RoomTickets;
  roomVisits: RoomVisits;
  sessionReminders: SessionReminders;
  timeOff: TimeOff;
  unansweredMails: UnansweredMails;
  users: Users;
  webhookEvents: WebhookEvents;
  weeklyRules: WeeklyRules;
}
