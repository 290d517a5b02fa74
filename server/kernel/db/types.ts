// Made by `npm run db:types` from server/kernel/db/schema and server/kernel/db/migrations: never edit it.

import type { Preview } from "@greenroom/contract/desk/actions.ts";
import type { ApplicationDetail } from "@greenroom/contract/desk/interviewers.ts";
import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import type { MaskedDetails } from "@greenroom/contract/money/payout-details.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { MentorLanguage, MentorLevel, MentorRole } from "@greenroom/contract/people/mentor-options.ts";
import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import type { MeasuredSpeech, TestResults } from "@greenroom/contract/practice/rounds.ts";
import type { RunFigure } from "@greenroom/contract/room/code-pad.ts";
import type { QuestionRole } from "@greenroom/contract/room/questions.ts";
import type { QuestionMarks, ShownQuestion } from "@greenroom/contract/room/room-questions.ts";
import type { Attendance } from "@greenroom/contract/schedule/bookings.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import type { DayWindow } from "@greenroom/contract/schedule/weekly-availability.ts";
import type { ColumnType } from "kysely";
import type { AskedFollowUp, PendingSignup, QuoteLine, ShownHint } from "./stored-json.ts";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[];

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
  checked: Json | null;
  costMicros: number | null;
  createdAt: Timestamp;
  inputTokens: number | null;
  intervieweeId: string;
  outputTokens: number | null;
  report: Json | null;
  version: Generated<number>;
}

export interface ApplicationSteps {
  applicationId: string;
  id: string;
  state: "asked" | "trial" | "approved" | "declined";
  takenAt: Timestamp;
  takenBy: string;
  text: string;
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
  userAgent: string | null;
  userId: string;
}

export interface Availability {
  bookableUntil: Timestamp | null;
  createdAt: Timestamp;
  endsAt: Timestamp;
  id: string;
  interviewerId: string;
  refusedAt: Timestamp | null;
  removedWhenReleased: Generated<boolean>;
  ruleId: string | null;
  startsAt: Timestamp;
  status: Generated<"available" | "booked" | "removed" | "held">;
}

export interface AwaitedFeedback {
  bookingId: string;
  endsAt: Timestamp;
  isWithoutRemedy: Generated<boolean>;
}

export interface BookingGoals {
  bookingId: string;
  goal: ColumnType<Goal, string, string>;
  intervieweeId: string;
  updatedAt: Timestamp;
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
  cancelledBy: "interviewee" | "interviewer" | "operator" | null;
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
  status: Generated<"pending" | "completed" | "cancelled" | "no_show_interviewee" | "no_show_interviewer">;
}

export interface BookingsWithoutMeeting {
  bookingId: string;
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
  browserHash: Buffer | null;
  browserName: string | null;
  codeHash: Buffer | null;
  createdAt: Timestamp;
  email: string;
  expiresAt: Timestamp;
  id: string;
  isKnownBrowser: Generated<boolean>;
  networkHash: Buffer | null;
  ownAttempts: Generated<number>;
  purpose: "signup" | "signin" | "reset" | "delete";
  signup: ColumnType<PendingSignup, string, string> | null;
  signupTokenHash: Buffer | null;
  timeZone: string | null;
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
  approvedBy: string | null;
  code: string;
  createdAt: Timestamp;
  endsAt: Timestamp | null;
  id: string;
  isLaunchOffer: Generated<boolean>;
  kind: "percent" | "fixed";
  makers: Generated<string[]>;
  perUserLimit: number | null;
  planTypes: PlanType[] | null;
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
  source: "purchase" | "remedy" | "gift";
  userId: string;
}

export interface Credits {
  grantedAt: Timestamp;
  id: string;
  lotId: string;
  ordinal: number;
  status: Generated<"available" | "spent" | "refunded">;
  userId: string;
  valuePaise: number;
}

export interface DrillCards {
  cardId: string;
  difficulty: number;
  dueAt: Timestamp;
  lapses: number;
  lastReviewedAt: Timestamp;
  learningSteps: number;
  reps: number;
  scheduledDays: number;
  stability: number;
  state: number;
  userId: string;
}

export interface DrillDays {
  day: string;
  goal: number;
  reviewed: number;
  timeZone: string | null;
  userId: string;
}

export interface DrillGoals {
  cards: number;
  userId: string;
}

export interface DrillReviews {
  cardId: string;
  id: string;
  rating: "again" | "hard" | "good" | "easy";
  reviewedAt: Timestamp;
  state: number;
  testsPassed: number | null;
  testsTotal: number | null;
  userId: string;
}

export interface Earnings {
  amountPaise: number;
  bookingId: string;
  createdAt: Timestamp;
  creditedAt: Timestamp | null;
  id: string;
  interviewerId: string;
  paidOut: Generated<boolean>;
  sessionPricePaise: number;
  sharePercent: number;
  status: Generated<"pending" | "credited" | "void">;
  voidedAt: Timestamp | null;
  voidReason: string | null;
}

export interface FavoriteMentors {
  createdAt: Timestamp;
  interviewerId: string;
  userId: string;
}

export interface FavoriteQuestions {
  createdAt: Timestamp;
  questionId: string;
  userId: string;
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
  isEarly: Generated<boolean>;
  sizeBytes: number;
  storageKey: string;
  uploadedAt: Timestamp;
}

export interface FeedbackReminders {
  bookingId: string;
  dealtAt: Timestamp;
  kind: "first" | "last";
}

export interface FeedbackScores {
  area: string;
  bookingId: string;
  intervieweeId: string;
  interviewerId: string;
  notes: Generated<string>;
  score: number | null;
  scoredAt: Timestamp;
  track: string;
}

export interface FeedbackSummaries {
  bookingId: string;
  intervieweeId: string;
  interviewerId: string;
  nextSteps: Generated<string>;
  questions: Generated<string>;
  summary: string;
  writingSeconds: number | null;
  writtenAt: Timestamp;
}

export interface FigureChanges {
  at: Timestamp;
  id: Generated<number>;
}

export interface FigureCohorts {
  buyers: number;
  cohort: string;
  month: string;
  revenuePaise: number;
}

export interface FigureDays {
  cancelled: number;
  completed: number;
  computedAt: Timestamp;
  day: string;
  feedbackFiles: number;
  feedbackMinutes: number;
  interviews: number;
  noShowInterviewee: number;
  noShowInterviewer: number;
  openPaise: number;
  openSessions: number;
  payments: number;
  refundsPaise: number;
  revenuePaise: number;
  sessionsGiven: number;
  sessionsRefunded: number;
  sessionsSold: number;
  sessionsUsed: number;
  slotsBooked: number;
  slotsOffered: number;
}

export interface FigureInterviewerDays {
  day: string;
  feedbackFiles: number;
  feedbackMinutes: number;
  interviewerId: string;
  interviews: number;
  noShows: number;
  ratings: number;
  ratingSum: number;
}

export interface FigureProgress {
  isOnlyRow: Generated<boolean>;
  since: Timestamp;
  until: Timestamp;
}

export interface FormerNames {
  name: string;
  until: Timestamp;
  userId: string;
}

export interface FoundingMembers {
  joinedAt: Timestamp;
  paymentId: string;
  userId: string;
}

export interface FoundingTerms {
  createdAt: Timestamp;
  discountPaise: number;
  id: string;
  places: number;
  startsAt: Timestamp;
  withdrawnAt: Timestamp | null;
}

export interface GeneratedResumes {
  contentHash: Buffer;
  madeAt: Timestamp;
  storageKey: string;
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
  state: Generated<"taken" | "made" | "released" | "removed">;
}

export interface HostDays {
  changes: Generated<number>;
  day: string;
  hostId: string;
}

export interface InterviewerApplications {
  availability: string;
  decidedAt: Timestamp | null;
  email: string;
  experience: string;
  id: string;
  levels: ApplicationDetail["levels"];
  name: string;
  profileUrl: string;
  roles: ApplicationDetail["roles"];
  sampleReview: string;
  state: Generated<"received" | "asked" | "trial" | "approved" | "declined">;
  submittedAt: Timestamp;
  waitsFrom: Timestamp | null;
  years: number;
}

export interface InterviewerProfiles {
  approach: Generated<string>;
  headline: Generated<string>;
  hiddenAt: Timestamp | null;
  hiddenReason: string | null;
  languages: Generated<MentorLanguage[]>;
  levels: Generated<MentorLevel[]>;
  listedAt: Timestamp | null;
  photoKey: string | null;
  roles: Generated<MentorRole[]>;
  showsLastName: Generated<boolean>;
  slug: string | null;
  topicKeys: Generated<QuestionTopic[]>;
  topics: Generated<string[]>;
  updatedAt: Timestamp;
  userId: string;
  years: number | null;
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

export interface KnownDevices {
  browserName: string | null;
  createdAt: Timestamp;
  id: string;
  lastSeenAt: Timestamp;
  tokenHash: Buffer;
  userId: string;
}

export interface LedgerEntries {
  balanceAfter: Generated<number>;
  bookingId: string | null;
  createdAt: Timestamp;
  creditId: string | null;
  delta: number;
  id: Generated<number>;
  kind: "grant" | "spend" | "return" | "refund";
  lotId: string;
  reason: string;
  userId: string;
}

export interface LockoutNotices {
  createdAt: Timestamp;
  email: string;
  id: string;
  onDay: string;
  tokenHash: Buffer | null;
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
  roomReason: "no-host" | "provider-away" | null;
}

export interface MentorChecks {
  checkedAt: Timestamp;
  checkedBy: string;
  claim: string;
  evidence: string;
  id: string;
  kind: "degree" | "employer" | "identity";
  userId: string;
  withdrawnAt: Timestamp | null;
}

export interface MentorNumbers {
  countedAt: Timestamp;
  feedbackMinutes: number | null;
  interviews: Generated<number>;
  punctuality: number | null;
  rating: number | null;
  ratings: Generated<number>;
  userId: string;
}

export interface MoveProposals {
  bookingId: string;
  bookingSequence: number;
  declinedBy: "interviewee" | "interviewer" | null;
  endedAt: Timestamp | null;
  endsAt: Timestamp;
  expiresAt: Timestamp;
  fromStartsAt: Timestamp;
  holdsSlot: Generated<boolean>;
  id: string;
  intervieweeAcceptedAt: Timestamp | null;
  intervieweeId: string;
  interviewerAcceptedAt: Timestamp | null;
  interviewerId: string;
  outcome: "moved" | "declined" | "withdrawn" | "slot_taken" | "lapsed" | null;
  proposedAt: Timestamp;
  reason: string;
  startsAt: Timestamp;
}

export interface MutedNotifications {
  channel: "mail" | "push";
  kind: "reminders" | "presence" | "feedback" | "offers";
  userId: string;
}

export interface NoShowReports {
  bookingId: string;
  decidedAt: Timestamp | null;
  id: string;
  outcome: "upheld" | "pending" | "dismissed";
  record: ColumnType<Attendance, string, string>;
  reportedAt: Timestamp;
  reportedBy: "interviewee" | "interviewer";
}

export interface OperatorApprovals {
  askedAt: Timestamp;
  askedBy: string;
  decidedAt: Timestamp | null;
  decidedBy: string | null;
  decisionReason: string | null;
  expiresAt: Timestamp;
  id: string;
  kind: "refund" | "payout" | "grant" | "cancel" | "price" | "coupon";
  lines: ColumnType<Preview["lines"], string, string>;
  outcome: "approved" | "declined" | "withdrawn" | null;
  payload: Json;
  reason: string;
  version: string;
}

export interface OperatorRecoveryCodes {
  codeHash: Buffer;
  usedAt: Timestamp | null;
  userId: string;
}

export interface OperatorSecondFactors {
  confirmedAt: Timestamp | null;
  createdAt: Timestamp;
  lastStep: number | null;
  sealedSecret: Buffer;
  userId: string;
}

export interface OperatorSignIns {
  confirmedAt: Timestamp;
  openedAt: Timestamp;
  sessionId: string;
}

export interface Orders {
  amountPaise: number;
  checks: Generated<number>;
  createdAt: Timestamp;
  currency: string;
  declinedAt: Timestamp | null;
  declineReason: string | null;
  givenUpAt: Timestamp | null;
  holdsUntil: Timestamp;
  id: string;
  nextCheckAt: Timestamp | null;
  paidAt: Timestamp | null;
  provider: string;
  providerOrderId: string | null;
  quoteId: string;
  receipt: string;
  slotId: string | null;
  status: Generated<"created" | "paid" | "failed">;
  userId: string;
}

export interface OwnQuestions {
  authorId: string;
  createdAt: Timestamp;
  id: string;
  language: "python" | "sql" | "javascript" | "text" | null;
  minutes: number | null;
  notes: Generated<string>;
  prompt: string;
  starterCode: Generated<string>;
  title: string;
  updatedAt: Timestamp;
}

export interface Payments {
  amountPaise: number;
  capturedAt: Timestamp;
  currency: string;
  id: string;
  orderId: string;
  provider: string;
  providerPaymentId: string;
  refundedPaise: Generated<number>;
  status: Generated<"captured" | "refunded">;
  userId: string;
}

export interface PayoutBatches {
  closedAt: Timestamp | null;
  id: string;
  madeAt: Timestamp;
  madeBy: string;
}

export interface PayoutBatchLines {
  amountPaise: number;
  batchId: string;
  earningId: string;
  interviewerId: string;
  kind: "earned" | "taken-back";
}

export interface PayoutDetails {
  createdAt: Timestamp;
  id: string;
  interviewerId: string;
  masked: ColumnType<MaskedDetails, string, string>;
  sealed: Buffer;
  usableAt: Timestamp;
}

export interface PayoutLines {
  amountPaise: number;
  earningId: string;
  kind: "earned" | "taken-back";
  payoutId: string;
}

export interface PayoutReturns {
  payoutId: string;
  reason: string;
  returnedAt: Timestamp;
}

export interface Payouts {
  amountPaise: number;
  id: string;
  interviewerId: string;
  paidAt: Timestamp;
  reference: string;
}

export interface PlanPrices {
  createdAt: Timestamp;
  id: string;
  listPricePaise: number;
  planType: PlanType;
  startsAt: Timestamp;
  withdrawnAt: Timestamp | null;
}

export interface Plans {
  features: string[];
  isHighlighted: Generated<boolean>;
  listPricePaise: number;
  planType: "Basic" | "Pro" | "Premium";
  position: number;
  sessions: number;
}

export interface PracticeAnswers {
  code: string | null;
  explainedAt: Timestamp | null;
  explanation: Generated<string>;
  finishedAt: Timestamp | null;
  followUps: Generated<ColumnType<AskedFollowUp[], string, string>>;
  hintsOpenedAt: Generated<ArrayType<Timestamp>>;
  id: string;
  questionId: string;
  questionTitle: string;
  questionVersion: number;
  roundId: string;
  speech: ColumnType<MeasuredSpeech, string, string> | null;
  stage: "explain" | "defend" | "code" | "done";
  startedAt: Timestamp;
  tests: ColumnType<TestResults, string, string> | null;
  ticks: Generated<number[]>;
  userId: string;
}

export interface PracticeModelCalls {
  calls: number;
  day: string;
  lastAt: Timestamp;
  userId: string | null;
}

export interface PracticeReports {
  costMicros: number | null;
  inputTokens: number | null;
  madeAt: Timestamp | null;
  outcome: "waiting" | "made" | "failed";
  outputTokens: number | null;
  problem: string | null;
  report: Json | null;
  requestedAt: Timestamp;
  requests: Generated<number>;
  requestTokens: Generated<number>;
  roundId: string;
  userId: string;
}

export interface PracticeRounds {
  endedAt: Timestamp | null;
  endsAt: Timestamp;
  id: string;
  level: "junior" | "mid" | "senior" | null;
  minutes: number;
  role: QuestionRole;
  startedAt: Timestamp;
  topic: QuestionTopic | null;
  userId: string;
  usesModel: Generated<boolean>;
}

export interface PushSubscriptions {
  auth: Buffer;
  createdAt: Timestamp;
  endpoint: string;
  p256dh: Buffer;
  sessionId: string;
  userId: string;
}

export interface Quotes {
  couponId: string | null;
  createdAt: Timestamp;
  id: string;
  isFounding: boolean;
  lines: ColumnType<QuoteLine[], string, string>;
  listPricePaise: number;
  planType: PlanType;
  pricePaise: number;
  sessions: number;
  userId: string;
}

export interface RateLimits {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface RecentRatings {
  average: number | null;
  interviewerId: string;
  newestAt: Timestamp | null;
  ratings: Generated<number>;
}

export interface RecordPurges {
  endedBefore: Timestamp;
  isOnlyRow: Generated<boolean>;
}

export interface Refunds {
  amountPaise: number;
  createdAt: Timestamp;
  doneAt: Timestamp | null;
  id: string;
  isPartOfOwed: Generated<boolean>;
  madeAtProvider: Generated<boolean>;
  paymentId: string;
  providerRefundId: string | null;
  reason: string;
  refusal: string | null;
  refusedAt: Timestamp | null;
  sessions: number;
  status: Generated<"pending" | "done">;
  userId: string;
}

export interface Remedies {
  bookingId: string;
  grantedAt: Timestamp;
  lotId: string;
}

export interface ReportDisputes {
  bookingId: string | null;
  claimId: string;
  line: string;
  madeAt: Timestamp;
  party: "interviewee" | "interviewer";
  roundId: string | null;
  userId: string;
}

export interface ReportExercises {
  bookingId: string;
  claimId: string;
  doneAt: Timestamp;
  userId: string;
}

export interface ReportMakings {
  bookingId: string;
  costMicros: number | null;
  firstTriedAt: Timestamp;
  inputTokens: number | null;
  lastTriedAt: Timestamp;
  leasedUntil: Timestamp | null;
  leaseId: string | null;
  outcome: "waiting" | "made" | "late";
  outputTokens: number | null;
  problem: string | null;
  tries: number;
}

export interface ReportRatings {
  bookingId: string | null;
  isUseful: boolean;
  ratedAt: Timestamp;
  roundId: string | null;
  userId: string;
}

export interface RequestKeys {
  answer: string;
  createdAt: Timestamp;
  key: string;
  requestHash: Buffer;
  userId: string;
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
  data: ColumnType<ResumeData, string, string>;
  updatedAt: Timestamp;
  userId: string;
  version: number;
}

export interface ReturnedPayoutLines {
  amountPaise: number;
  earningId: string;
  kind: "earned" | "taken-back";
  payoutId: string;
}

export interface RoomBoardElements {
  area: Generated<number>;
  authorId: string;
  bookingId: string;
  bytes: number;
  checkedAs: string | null;
  element: Json;
  id: string;
  madeAt: Timestamp;
  nonce: number;
  points: Generated<number>;
  version: number;
}

export interface RoomCode {
  bookingId: string;
  isReadOnly: Generated<boolean>;
  language: Generated<"python" | "sql" | "javascript" | "text">;
  state: Generated<Buffer>;
  updatedAt: Timestamp;
}

export interface RoomCodeRuns {
  bookingId: string;
  durationMs: number;
  figures: Generated<ColumnType<RunFigure[], string, string>>;
  id: string;
  language: "python" | "javascript" | "sql";
  outcome: "finished" | "failed" | "stopped" | "timed_out" | "out_of_memory";
  output: string;
  position: Generated<number>;
  ranAt: Timestamp;
  runnerId: string;
}

export interface RoomCodeSnapshots {
  bookingId: string;
  byInterviewee: boolean;
  byInterviewer: boolean;
  content: string;
  deleteCount: Generated<number>;
  id: string;
  language: "python" | "sql" | "javascript" | "text";
  position: number;
  spliceFrom: number | null;
  takenAt: Timestamp;
  totalBytes: number;
}

export interface RoomCodeUpdates {
  bookingId: string;
  content: Buffer;
  id: Generated<number>;
  madeAt: Timestamp;
}

export interface RoomConsents {
  bookingId: string;
  event: "given" | "withdrawn" | "ended" | "deleted";
  happenedAt: Timestamp;
  id: string;
  position: Generated<number>;
  userId: string;
}

export interface RoomEnvelopes {
  body: string;
  createdAt: Timestamp;
  id: Generated<number>;
}

export interface RoomMarks {
  authorId: string;
  bookingId: string;
  id: string;
  label: "good" | "come_back";
  markedAt: Timestamp;
  note: Generated<string>;
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

export interface RoomQuestionMarks {
  authorId: string;
  bookingId: string;
  criteria: Generated<ColumnType<QuestionMarks["criteria"], string, string>>;
  note: Generated<string>;
  outcome: "well" | "partly" | "poorly" | null;
  roomQuestionId: string;
  updatedAt: Timestamp;
}

export interface RoomQuestions {
  bookingId: string;
  code: ColumnType<ShownQuestion["code"], string, string> | null;
  endedAt: Timestamp | null;
  hints: Generated<ColumnType<ShownHint[], string, string>>;
  id: string;
  intervieweeId: string;
  interviewerId: string;
  minutes: number | null;
  prompt: string;
  questionId: string;
  shownAt: Timestamp;
  source: "bank" | "own";
  title: string;
  topic: QuestionTopic | null;
}

export interface RoomTickets {
  bookingId: string;
  expiresAt: Timestamp;
  sessionId: string;
  ticketHash: Buffer;
}

export interface RoomTranscriptReviews {
  bookingId: string;
  doneAt: Timestamp;
  userId: string;
}

export interface RoomUtterances {
  bookingId: string;
  correctedAt: Timestamp | null;
  endedAt: Timestamp;
  id: string;
  language: "en" | "hi";
  originalText: string | null;
  speakerId: string;
  startedAt: Timestamp;
  text: string;
}

export interface RoomVisits {
  bookingId: string;
  enteredAt: Timestamp;
  id: string;
  lastSeenAt: Timestamp;
  leftAt: Timestamp | null;
  userId: string;
}

export interface SeeAsCodes {
  codeHash: Buffer;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  sessionId: string;
  userId: string;
}

export interface SeeAsTokens {
  createdAt: Timestamp;
  expiresAt: Timestamp;
  sessionId: string;
  tokenHash: Buffer;
  userId: string;
}

export interface SentMails {
  address: string;
  id: string;
  outcome: "taken" | "refused";
  sentAt: Timestamp;
  subject: string;
}

export interface SessionReminders {
  bookingId: string;
  dealtAt: Timestamp;
  hoursBefore: number;
  startsAt: Timestamp;
}

export interface SettlementDifferences {
  entity: "payment" | "refund";
  fileId: string;
  kind: "missing-with-us" | "missing-with-provider" | "other-amount";
  line: number | null;
  oursPaise: number | null;
  paymentId: string | null;
  position: number;
  reference: string;
  theirsPaise: number | null;
}

export interface SettlementFiles {
  contentHash: Buffer;
  differences: number;
  feePaise: number;
  fileName: string;
  fromAt: Timestamp;
  id: string;
  paidPaise: number;
  payments: number;
  provider: string;
  refundedPaise: number;
  refunds: number;
  refundsFromAt: Timestamp | null;
  refundsUntilAt: Timestamp | null;
  rows: number;
  untilAt: Timestamp;
  uploadedAt: Timestamp;
  uploadedBy: string;
}

export interface SiteTexts {
  editedAt: Timestamp;
  editedBy: string;
  key: "claims" | "advice" | "notice" | "questions" | "mail-signature" | "practice-model";
  reason: string;
  value: Json | null;
  version: number;
}

export interface SlotHolds {
  expiresAt: Timestamp;
  heldAt: Timestamp;
  offered: Generated<boolean>;
  slotId: string;
  userId: string;
}

export interface SlotTurns {
  createdAt: Timestamp;
  slotId: string;
  userId: string;
}

export interface SlotWaits {
  createdAt: Timestamp;
  id: string;
  interviewerId: string;
  slotId: string | null;
  userId: string;
}

export interface TimeOff {
  closedSlots: ArrayType<Timestamp> | null;
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

export interface UnclearInterviews {
  bookingId: string;
  decidedAt: Timestamp | null;
  found: "ended-early" | "nobody-came";
  foundAt: Timestamp;
  intervieweeConfirmed: boolean | null;
  interviewerConfirmed: boolean | null;
  outcome: "took-place" | "session-returned" | "missed" | null;
  reason: string | null;
  recheckedAt: Timestamp | null;
  secondsTogether: number;
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
  operatorLevel: "support" | "owner" | null;
  passwordChangedAt: Timestamp;
  passwordHash: string | null;
  role: Generated<"interviewee" | "interviewer">;
  timeZone: string | null;
}

export interface WebhookEvents {
  eventId: string;
  eventType: string;
  provider: string;
  receivedAt: Timestamp;
}

export interface WeeklyGeneration {
  dueAt: Timestamp;
  interviewerId: string;
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
  windows: ColumnType<DayWindow[], string, string>;
}

export interface WorkStates {
  doneAt: Timestamp | null;
  doneBy: string | null;
  doneSince: Timestamp | null;
  kind: string;
  note: Generated<string>;
  subject: string;
  takenAt: Timestamp | null;
  takenBy: string | null;
}

export interface DB {
  aiReports: AiReports;
  applicationSteps: ApplicationSteps;
  auditLog: AuditLog;
  authSessions: AuthSessions;
  availability: Availability;
  awaitedFeedback: AwaitedFeedback;
  bookingGoals: BookingGoals;
  bookingMoves: BookingMoves;
  bookings: Bookings;
  bookingsWithoutMeeting: BookingsWithoutMeeting;
  calendarFeeds: CalendarFeeds;
  codeGuesses: CodeGuesses;
  codes: Codes;
  contactMessages: ContactMessages;
  coupons: Coupons;
  creditAccounts: CreditAccounts;
  creditLots: CreditLots;
  credits: Credits;
  drillCards: DrillCards;
  drillDays: DrillDays;
  drillGoals: DrillGoals;
  drillReviews: DrillReviews;
  earnings: Earnings;
  favoriteMentors: FavoriteMentors;
  favoriteQuestions: FavoriteQuestions;
  feedback: Feedback;
  feedbackFiles: FeedbackFiles;
  feedbackReminders: FeedbackReminders;
  feedbackScores: FeedbackScores;
  feedbackSummaries: FeedbackSummaries;
  figureChanges: FigureChanges;
  figureCohorts: FigureCohorts;
  figureDays: FigureDays;
  figureInterviewerDays: FigureInterviewerDays;
  figureProgress: FigureProgress;
  formerNames: FormerNames;
  foundingMembers: FoundingMembers;
  foundingTerms: FoundingTerms;
  generatedResumes: GeneratedResumes;
  hostAllocations: HostAllocations;
  hostDays: HostDays;
  interviewerApplications: InterviewerApplications;
  interviewerProfiles: InterviewerProfiles;
  invitations: Invitations;
  knownDevices: KnownDevices;
  ledgerEntries: LedgerEntries;
  lockoutNotices: LockoutNotices;
  mailRefusals: MailRefusals;
  meetings: Meetings;
  mentorChecks: MentorChecks;
  mentorNumbers: MentorNumbers;
  moveProposals: MoveProposals;
  mutedNotifications: MutedNotifications;
  noShowReports: NoShowReports;
  operatorApprovals: OperatorApprovals;
  operatorRecoveryCodes: OperatorRecoveryCodes;
  operatorSecondFactors: OperatorSecondFactors;
  operatorSignIns: OperatorSignIns;
  orders: Orders;
  ownQuestions: OwnQuestions;
  payments: Payments;
  payoutBatches: PayoutBatches;
  payoutBatchLines: PayoutBatchLines;
  payoutDetails: PayoutDetails;
  payoutLines: PayoutLines;
  payoutReturns: PayoutReturns;
  payouts: Payouts;
  planPrices: PlanPrices;
  plans: Plans;
  practiceAnswers: PracticeAnswers;
  practiceModelCalls: PracticeModelCalls;
  practiceReports: PracticeReports;
  practiceRounds: PracticeRounds;
  pushSubscriptions: PushSubscriptions;
  quotes: Quotes;
  rateLimits: RateLimits;
  recentRatings: RecentRatings;
  recordPurges: RecordPurges;
  refunds: Refunds;
  remedies: Remedies;
  reportDisputes: ReportDisputes;
  reportExercises: ReportExercises;
  reportMakings: ReportMakings;
  reportRatings: ReportRatings;
  requestKeys: RequestKeys;
  resumeFiles: ResumeFiles;
  resumes: Resumes;
  returnedPayoutLines: ReturnedPayoutLines;
  roomBoardElements: RoomBoardElements;
  roomCode: RoomCode;
  roomCodeRuns: RoomCodeRuns;
  roomCodeSnapshots: RoomCodeSnapshots;
  roomCodeUpdates: RoomCodeUpdates;
  roomConsents: RoomConsents;
  roomEnvelopes: RoomEnvelopes;
  roomMarks: RoomMarks;
  roomMessages: RoomMessages;
  roomNotes: RoomNotes;
  roomQuestionMarks: RoomQuestionMarks;
  roomQuestions: RoomQuestions;
  roomTickets: RoomTickets;
  roomTranscriptReviews: RoomTranscriptReviews;
  roomUtterances: RoomUtterances;
  roomVisits: RoomVisits;
  seeAsCodes: SeeAsCodes;
  seeAsTokens: SeeAsTokens;
  sentMails: SentMails;
  sessionReminders: SessionReminders;
  settlementDifferences: SettlementDifferences;
  settlementFiles: SettlementFiles;
  siteTexts: SiteTexts;
  slotHolds: SlotHolds;
  slotTurns: SlotTurns;
  slotWaits: SlotWaits;
  timeOff: TimeOff;
  unansweredMails: UnansweredMails;
  unclearInterviews: UnclearInterviews;
  users: Users;
  webhookEvents: WebhookEvents;
  weeklyGeneration: WeeklyGeneration;
  weeklyRules: WeeklyRules;
  workStates: WorkStates;
}
