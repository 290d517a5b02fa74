/* The undo, and what an operator types, for each call of the desk that changes something: for docs/desk-calls.md. */

export interface Safeguard {
  /** The text that the operator types before the call is accepted. */
  typed: string;
  /** The inverse that the result offers, or why there is none. */
  undo: string;
  /** Why the call has no preview or takes no reason. */
  without?: string;
}

const ownAccess = "one's own access, with password and code";
const mailed = "none: mail has gone out";
const money = "none: money has left";

/** By method and path. */
export const safeguards: Readonly<Record<string, Safeguard>> = {
  "POST /api/operator/access": { typed: "password and code", undo: "close the desk", without: ownAccess },
  "DELETE /api/operator/access": { typed: "nothing", undo: "open the desk", without: ownAccess },
  "POST /api/operator/second-factor": { typed: "password", undo: "start again", without: ownAccess },
  "POST /api/operator/second-factor/confirm": {
    typed: "password and code",
    undo: "the command `reset-second-factor`",
    without: ownAccess,
  },
  "POST /api/operator/recovery-codes": {
    typed: "nothing",
    undo: "none: the old codes have ended",
    without: "one's own access; a dialog asks first",
  },
  "POST /api/operator/applications/:id/approve": { typed: "nothing", undo: mailed },
  "POST /api/operator/applications/:id/ask": { typed: "nothing", undo: mailed },
  "POST /api/operator/applications/:id/trial": { typed: "nothing", undo: mailed },
  "POST /api/operator/applications/:id/decline": { typed: "nothing", undo: mailed },
  "POST /api/operator/applications/:id/erase": { typed: "the address", undo: "none: the data is gone" },
  "POST /api/operator/bookings/cancellation": {
    typed: "`CANCEL` and the number, for several or a running one",
    undo: `${mailed}; a day that it closed is opened again`,
  },
  "POST /api/operator/closed-days/reopening": {
    typed: "nothing",
    undo: "none: it is an undo, and people may have booked since",
  },
  "POST /api/operator/bookings/:id/no-show-decision": { typed: "nothing", undo: mailed },
  "POST /api/operator/bookings/:id/move-proposal": {
    typed: "nothing",
    undo: "withdraw the proposal on the booking's page",
  },
  "POST /api/operator/bookings/:id/move-proposal/withdrawal": { typed: "nothing", undo: mailed },
  "POST /api/operator/bookings/:id/earning-reversal": {
    typed: "the amount",
    undo: "none: the interviewer has been told",
  },
  "POST /api/operator/health/checks": {
    typed: "nothing",
    undo: "not needed: it changes nothing",
    without: "it only asks",
  },
  "POST /api/operator/jobs/:id/retry": {
    typed: "nothing",
    undo: "none: the job has run",
    without: "a job can run twice without a second effect",
  },
  "POST /api/operator/jobs/:id/discard": {
    typed: "nothing",
    undo: "put it back, within an hour",
    without: "the dialog names the job and its effect",
  },
  "POST /api/operator/jobs/:id/restoration": {
    typed: "nothing",
    undo: "discard it again",
    without: "it is an undo, and the job runs only when it is tried again",
  },
  "POST /api/operator/approvals/:id/decision": {
    typed: "as for the approved action",
    undo: "as for the approved grant or cancellation; else none: it runs, or has to be asked for again",
  },
  "POST /api/operator/orders/:id/check": { typed: "nothing", undo: "not needed: it only asks the provider" },
  "POST /api/operator/refunds": { typed: "the sum", undo: money },
  "POST /api/operator/refunds/:id/retry": { typed: "the amount", undo: money },
  "POST /api/operator/payout-batches": {
    typed: "`REPLACE`, if an export is open",
    undo: "another export replaces it",
  },
  "POST /api/operator/payouts": { typed: "the sum", undo: "none: the bank has the money" },
  "POST /api/operator/prices": {
    typed: "the plan",
    undo: "withdraw the version; after its start, the former price as a new version",
  },
  "POST /api/operator/prices/:id/withdrawal": { typed: "nothing", undo: "make the version again" },
  "POST /api/operator/founding-terms": { typed: "the places", undo: "as for a price" },
  "POST /api/operator/coupons": { typed: "the code", undo: "stop the coupon" },
  "POST /api/operator/coupons/:id/stop": { typed: "the code", undo: "resume the coupon" },
  "POST /api/operator/coupons/:id/resumption": { typed: "the code", undo: "stop the coupon" },
  "POST /api/operator/settlements": {
    typed: "nothing",
    undo: "not needed: our books do not change",
    without: "the file is only compared",
  },
  "POST /api/operator/people/:id/block": { typed: "nothing", undo: "unblock" },
  "POST /api/operator/people/:id/unblock": { typed: "nothing", undo: "block" },
  "POST /api/operator/people/:id/sign-out": { typed: "nothing", undo: "none: the person signs in again" },
  "POST /api/operator/people/:id/grant-sessions": {
    typed: "nothing: no money leaves",
    undo: "take back what is not used",
  },
  "POST /api/operator/grants/:id/withdrawal": { typed: "nothing", undo: "grant them again" },
  "POST /api/operator/people/:id/resend-mail": { typed: "nothing", undo: mailed },
  "POST /api/operator/people/:id/details": { typed: "nothing", undo: "the former details" },
  "POST /api/operator/people/:id/role": { typed: "the address", undo: "the former role" },
  "POST /api/operator/people/:id/delete": { typed: "the address", undo: "none: the data is gone" },
  "POST /api/operator/people/:id/see-as": {
    typed: "nothing",
    undo: "not needed: it changes nothing",
    without: "it only reads; the dialog says what the person's screens show",
  },
  "POST /api/operator/today/lines/take": {
    typed: "nothing",
    undo: "give back",
    without: "a mark in the queue",
  },
  "POST /api/operator/today/lines/release": {
    typed: "nothing",
    undo: "take",
    without: "a mark in the queue",
  },
  "POST /api/operator/today/lines/done": { typed: "nothing", undo: "reopen", without: "a mark in the queue" },
  "POST /api/operator/today/lines/reopen": { typed: "nothing", undo: "done", without: "a mark in the queue" },
  "PUT /api/operator/words/:key": {
    typed: "nothing",
    undo: "the former text",
    without: "the form shows the text as the site will",
  },
};
