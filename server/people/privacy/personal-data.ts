import type { DB } from "../../kernel/db/types.ts";

/** The rows of one table that are about a user. */
export interface PersonalDataTable {
  table: string & keyof DB;
  /** SQL columns that identify the user: by id, or by email address for rows without one. Empty: only `through`. */
  owner: readonly string[];
  by?: "email";
  /** Rows that belong to the user through a row of another table, which is theirs by these columns. */
  through?: { column: string; table: string; owner: readonly string[]; by?: "email" };
  /** Columns with keys or secrets, which are not data about a person. */
  omit?: readonly string[];
}

const throughBooking = {
  column: "booking_id",
  table: "bookings",
  owner: ["interviewee_id", "interviewer_id"],
};
const throughPayout = { column: "payout_id", table: "payouts", owner: ["interviewer_id"] };

/**
 * Every place with data about a user. privacy.test.ts fails for a table that refers to `users` and is missing here.
 * For a new table, add what its owner is shown here, and what happens to it in delete-account.ts.
 */
export const personalDataTables: readonly PersonalDataTable[] = [
  { table: "users", owner: ["id"], omit: ["passwordHash"] },
  { table: "authSessions", owner: ["user_id"], omit: ["tokenHash"] },
  {
    table: "codes",
    owner: ["email"],
    by: "email",
    omit: ["codeHash", "signup", "browserHash", "networkHash", "signupTokenHash"],
  },
  { table: "codeGuesses", owner: ["email"], by: "email" },
  { table: "lockoutNotices", owner: ["email"], by: "email", omit: ["tokenHash"] },
  { table: "operatorSecondFactors", owner: ["user_id"], omit: ["sealedSecret", "lastStep"] },
  { table: "operatorRecoveryCodes", owner: ["user_id"], omit: ["codeHash"] },
  { table: "siteTexts", owner: ["edited_by"] },
  { table: "knownDevices", owner: ["user_id"], omit: ["tokenHash"] },
  { table: "pushSubscriptions", owner: ["user_id"], omit: ["endpoint", "p256dh", "auth"] },
  { table: "mutedNotifications", owner: ["user_id"] },
  { table: "invitations", owner: ["email"], by: "email" },
  { table: "interviewerApplications", owner: ["email"], by: "email" },
  {
    table: "applicationSteps",
    owner: ["taken_by"],
    through: { column: "application_id", table: "interviewer_applications", owner: ["email"], by: "email" },
    omit: ["takenBy"],
  },
  { table: "interviewerProfiles", owner: ["user_id"] },
  { table: "mentorChecks", owner: ["user_id", "checked_by"], omit: ["evidence"] },
  { table: "mentorNumbers", owner: ["user_id"] },
  { table: "resumes", owner: ["user_id"] },
  { table: "resumeFiles", owner: ["user_id"] },
  { table: "generatedResumes", owner: ["user_id"], omit: ["contentHash"] },
  { table: "weeklyRules", owner: ["interviewer_id"] },
  { table: "weeklyGeneration", owner: ["interviewer_id"] },
  { table: "timeOff", owner: ["interviewer_id"] },
  { table: "availability", owner: ["interviewer_id"] },
  { table: "calendarFeeds", owner: ["user_id"], omit: ["tokenHash"] },
  { table: "slotHolds", owner: ["user_id"] },
  { table: "slotWaits", owner: ["user_id"] },
  { table: "slotTurns", owner: ["user_id"] },
  { table: "favoriteMentors", owner: ["user_id"] },
  { table: "bookings", owner: ["interviewee_id", "interviewer_id"] },
  {
    table: "bookingMoves",
    owner: ["from_interviewer_id"],
    through: { column: "booking_id", table: "bookings", owner: ["interviewee_id"] },
  },
  { table: "noShowReports", owner: [], through: throughBooking },
  { table: "unclearInterviews", owner: [], through: throughBooking },
  { table: "moveProposals", owner: ["interviewee_id", "interviewer_id"] },
  { table: "bookingGoals", owner: ["interviewee_id"] },
  { table: "roomVisits", owner: ["user_id"] },
  { table: "roomMessages", owner: ["sender_id"] },
  { table: "roomNotes", owner: ["author_id"] },
  { table: "roomMarks", owner: ["author_id"] },
  { table: "ownQuestions", owner: ["author_id"] },
  { table: "favoriteQuestions", owner: ["user_id"] },
  { table: "roomQuestions", owner: ["interviewee_id", "interviewer_id"] },
  { table: "roomQuestionMarks", owner: ["author_id"] },
  { table: "roomUtterances", owner: ["speaker_id"] },
  { table: "roomConsents", owner: ["user_id"] },
  { table: "roomTranscriptReviews", owner: ["user_id"] },
  { table: "roomCodeRuns", owner: ["runner_id"] },
  { table: "roomBoardElements", owner: ["author_id"] },
  { table: "feedback", owner: ["interviewee_id", "interviewer_id"] },
  { table: "feedbackScores", owner: ["interviewee_id", "interviewer_id"] },
  { table: "feedbackSummaries", owner: ["interviewee_id", "interviewer_id"] },
  { table: "requestKeys", owner: ["user_id"], omit: ["key", "requestHash"] },
  { table: "aiReports", owner: ["interviewee_id"], omit: ["report"] },
  { table: "reportDisputes", owner: ["user_id"] },
  { table: "reportRatings", owner: ["user_id"] },
  { table: "reportExercises", owner: ["user_id"] },
  { table: "drillCards", owner: ["user_id"] },
  { table: "drillReviews", owner: ["user_id"] },
  { table: "drillDays", owner: ["user_id"] },
  { table: "drillGoals", owner: ["user_id"] },
  { table: "practiceRounds", owner: ["user_id"] },
  { table: "practiceAnswers", owner: ["user_id"] },
  { table: "practiceReports", owner: ["user_id"] },
  { table: "practiceModelCalls", owner: ["user_id"] },
  { table: "earnings", owner: ["interviewer_id"] },
  { table: "payouts", owner: ["interviewer_id"] },
  { table: "payoutLines", owner: [], through: throughPayout },
  { table: "payoutReturns", owner: [], through: throughPayout },
  { table: "returnedPayoutLines", owner: [], through: throughPayout },
  { table: "payoutBatches", owner: ["made_by"] },
  { table: "payoutBatchLines", owner: ["interviewer_id"] },
  { table: "payoutDetails", owner: ["interviewer_id"], omit: ["sealed"] },
  { table: "figureInterviewerDays", owner: ["interviewer_id"] },
  { table: "recentRatings", owner: ["interviewer_id"] },
  { table: "quotes", owner: ["user_id"] },
  { table: "orders", owner: ["user_id"] },
  { table: "payments", owner: ["user_id"] },
  { table: "refunds", owner: ["user_id"] },
  { table: "foundingMembers", owner: ["user_id"] },
  { table: "creditLots", owner: ["user_id"] },
  { table: "remedies", owner: [], through: throughBooking },
  { table: "credits", owner: ["user_id"] },
  { table: "creditAccounts", owner: ["user_id"] },
  { table: "ledgerEntries", owner: ["user_id"] },
  { table: "contactMessages", owner: ["lower(email)"], by: "email" },
  { table: "mailRefusals", owner: ["address"], by: "email" },
  { table: "seeAsCodes", owner: ["user_id"], omit: ["codeHash"] },
  { table: "seeAsTokens", owner: ["user_id"], omit: ["tokenHash"] },
  { table: "sentMails", owner: ["address"], by: "email" },
  { table: "workStates", owner: ["taken_by", "done_by"] },
  // Payload and lines name the people whom the action is about.
  { table: "operatorApprovals", owner: ["asked_by", "decided_by"], omit: ["payload", "lines"] },
  { table: "settlementFiles", owner: ["uploaded_by"], omit: ["contentHash"] },
  { table: "formerNames", owner: ["user_id"] },
  { table: "auditLog", owner: ["actor_user_id"] },
];
