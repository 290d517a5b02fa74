import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { deleteOwnAccount, type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import { auditLinesOf, buy, buyAsNewcomer, getSessionCount } from "../../testing/purchases.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";
import { grantOperator, revokeOperator } from "../grant-operator.ts";

const app = useTestApp({ environment: { GREENROOM_APPROVAL_REFUND_RUPEES: "500" } });
const owner = useBeforeAll(() => app.signUpOperator());
const other = useBeforeAll(() => app.signUpOperator());

const refund = (operator: SignedUpUser, ...items: { paymentId: string; sessions: number | "all" }[]) =>
  confirmAction(app, operator, "/api/operator/refunds", { items });
const decide = (operator: SignedUpUser, id: string, decision: string) =>
  confirmAction(app, operator, `/api/operator/approvals/${id}/decision`, { decision });

describe("a refund over the limit", () => {
  async function askFor(sessions: number | "all" = "all") {
    const bought = await buyAsNewcomer(app, "Premium");
    const asked = await refund(owner, { paymentId: bought.paymentId, sessions });
    return { ...bought, approvalId: asked.body.approvalId as string, asked };
  }

  it("waits for another owner, who runs it once; the audit log names both", async () => {
    const { person, paymentId, approvalId, asked } = await askFor();
    expect(asked.body.msg).toBe("Nothing has happened yet: another owner has to approve it within 24 hours.");
    expect(await getSessionCount(app, person)).toBe(5);
    const own = await decide(owner, approvalId, "approve");
    expect([own.status, own.body.msg]).toEqual([
      403,
      "You asked for this yourself, so another owner has to decide.",
    ]);
    const open = await app.get(other, "/api/operator/approvals?state=open");
    expect(open.body[0]).toMatchObject({ _id: approvalId, kind: "refund", state: "open", isMine: false });
    const approved = await decide(other, approvalId, "approve");
    expect([approved.status, approved.body.msg]).toEqual([200, "The refund is on the way: ₹749.00."]);
    expect((await decide(other, approvalId, "approve")).body.msg).toBe("This was approved already.");
    expect(await getSessionCount(app, person)).toBe(0);
    expect(await auditLinesOf(app, `payment:${paymentId}`)).toEqual([
      expect.objectContaining({
        action: "payment.refunded",
        actor_user_id: owner.user._id,
        details: expect.objectContaining({ approvedBy: other.user._id }),
      }),
    ]);
    expect(
      (await auditLinesOf(app, `approval:${approvalId}`)).map(({ action, actor_user_id }) => [
        action,
        actor_user_id,
      ]),
    ).toEqual([
      ["approval.asked", owner.user._id],
      ["approval.approved", other.user._id],
    ]);
  });

  it("is on the payment's page until it is decided", async () => {
    const { paymentId, approvalId } = await askFor();
    const { paymentId: another } = await buyAsNewcomer(app, "Premium");
    const askedFor = async (id: string) =>
      (await app.read(other, `/api/operator/payments/${id}`)).askedRefunds;
    const { _id, email } = owner.user;
    expect(await askedFor(paymentId)).toMatchObject([{ approvalId, askedBy: { _id, email } }]);
    expect(await askedFor(another)).toEqual([]);
    await decide(other, approvalId, "decline");
    expect(await askedFor(paymentId)).toEqual([]);
  });

  it("names its buyer no longer once they delete their account", async () => {
    const { person, approvalId } = await askFor();
    const { approvalId: kept, person: someone } = await askFor();
    await decide(other, approvalId, "approve");
    const linesOf = async (id: string) => {
      const listed = await app.get(other, "/api/operator/approvals");
      return listed.body.find(({ _id }: { _id: string }) => _id === id).lines[0].text as string;
    };
    expect(await linesOf(approvalId)).toContain(person.user.email);
    await deleteOwnAccount(app, person);
    expect(await linesOf(approvalId)).toMatch(/^Deleted user: ₹749\.00 of ₹749\.00 goes back/);
    expect(await linesOf(kept)).toContain(someone.user.email);
  });

  it("names them no longer in its reasons either", async () => {
    const { person, paymentId } = await buyAsNewcomer(app, "Premium");
    const { email } = person.user;
    const items = [{ paymentId, sessions: "all" }];
    const reason = `${email.toUpperCase()} wrote twice, from ${email}.`;
    const { approvalId } = (await confirmAction(app, owner, "/api/operator/refunds", { items }, { reason }))
      .body;
    const decision = `/api/operator/approvals/${approvalId}/decision`;
    const why = { reason: `Not for ${email}, but for x${email}` };
    await confirmAction(app, other, decision, { decision: "decline" }, why);
    const find = async () => {
      const listed = await app.get(other, "/api/operator/approvals");
      const { reason, decisionReason } = listed.body.find(({ _id }: { _id: string }) => _id === approvalId);
      return { reason, decisionReason };
    };
    const readLog = async () => {
      const query = `?subject=approval:${approvalId}`;
      const { body } = await app.get(owner, `/api/operator/audit${query}`);
      return body.map(({ details }: { details: { reason: string } }) => details.reason);
    };
    expect((await find()).reason).toContain(email);
    expect(await readLog()).toEqual([why.reason, reason]);
    await deleteOwnAccount(app, person);
    expect(await readLog()).toEqual(Object.values(await find()).reverse());
    expect(JSON.stringify(await auditLinesOf(app, `approval:${approvalId}`)).toLowerCase()).not.toContain(
      email,
    );
    expect(await find()).toEqual({
      reason: "Deleted user wrote twice, from Deleted user.",
      decisionReason: `Not for Deleted user, but for x${email}`,
    });
  });

  it("names them no longer in the log of what was approved", async () => {
    const { person, paymentId } = await buyAsNewcomer(app, "Premium");
    const { email } = person.user;
    const reason = `${email} wrote twice.`;
    const items = [{ paymentId, sessions: "all" }];
    const { approvalId } = (await confirmAction(app, owner, "/api/operator/refunds", { items }, { reason }))
      .body;
    await decide(other, approvalId, "approve");
    const readLog = async () => {
      const query = `?subject=payment:${paymentId}&action=payment.refunded`;
      const { body } = await app.get(owner, `/api/operator/audit${query}`);
      return body.map(({ details }: { details: { reason: string } }) => details.reason);
    };
    expect(await readLog()).toEqual([reason]);
    await deleteOwnAccount(app, person);
    expect(await readLog()).toEqual(["Deleted user wrote twice."]);
    const exported = await app.get(owner, `/api/operator/audit.csv?subject=payment:${paymentId}`);
    expect(exported.body).toContain("Deleted user wrote twice.");
    expect(exported.body).not.toContain(email);
  });

  it("is shown with its reason in the timeline of the person to whom sessions were granted", async () => {
    const { user } = await app.signUp();
    const path = `/api/operator/people/${user._id}/grant-sessions`;
    const asked = await confirmAction(app, owner, path, { sessions: 100 }, { reason: "Lost them all" });
    expect((await decide(other, asked.body.approvalId, "approve")).status).toBe(200);
    const { body } = await app.get(owner, `/api/operator/people/${user._id}/timeline?kind=audit`);
    const details = expect.objectContaining({ reason: "Lost them all" });
    expect(body).toContainEqual(expect.objectContaining({ action: "credits.granted", details }));
  });

  it("runs once when two owners approve at the same moment", async () => {
    const { person, approvalId } = await askFor();
    const third = await app.signUpOperator();
    const answers = await Promise.all([
      decide(other, approvalId, "approve"),
      decide(third, approvalId, "approve"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await getSessionCount(app, person)).toBe(0);
  });

  it("is either approved or declined when both happen at the same moment", async () => {
    const { approvalId } = await askFor();
    const third = await app.signUpOperator();
    const path = `/api/operator/approvals/${approvalId}/decision`;
    const decisions = [
      { decision: "approve", token: other.token },
      { decision: "decline", token: third.token },
    ];
    const previews = await Promise.all(
      decisions.map(({ decision, token }) => previewAction(app, { token }, path, { decision })),
    );
    const answers = await callAtOnce(
      app,
      "operator_approvals",
      decisions.map(({ decision, token }, index) => {
        const { version, typedConfirmation } = previews[index]?.body ?? {};
        const typed = typedConfirmation === null ? {} : { typed: typedConfirmation };
        return () => app.post({ token }, path, { decision, reason: "Looked at it", version, ...typed });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("of an operator's own purchase is not approved by that operator", async () => {
    const buyer = await app.signUpOperator();
    const paymentId = await buy(app, buyer, "Premium");
    const asked = await refund(owner, { paymentId, sessions: "all" });
    const answer = await decide(buyer, asked.body.approvalId, "approve");
    expect([answer.status, answer.body.msg]).toEqual([403, expect.stringContaining("in your own favor")]);
  });

  it.each(["decline", "withdraw"])("does nothing after %s", async (decision) => {
    const { person, approvalId } = await askFor();
    const by = decision === "withdraw" ? owner : other;
    const wrong = decision === "withdraw" ? other : owner;
    expect((await decide(wrong, approvalId, decision)).status).toBe(403);
    expect((await decide(by, approvalId, decision)).status).toBe(200);
    expect((await decide(other, approvalId, "approve")).status).toBe(409);
    expect(await getSessionCount(app, person)).toBe(5);
  });

  it("is refused when something has changed since it was asked for", async () => {
    const { paymentId, approvalId } = await askFor(4);
    const third = await app.signUpOperator();
    expect((await refund(third, { paymentId, sessions: 1 })).status).toBe(200);
    expect((await decide(other, approvalId, "approve")).body.msg).toMatch(
      /^Something has changed since this was asked for/,
    );
    expect((await decide(other, approvalId, "decline")).status).toBe(200);
  });

  it("is asked for once, when its operator sends it twice", async () => {
    const { paymentId, approvalId } = await askFor();
    const again = await refund(owner, { paymentId, sessions: "all" });
    expect([again.status, again.body.msg]).toEqual([
      409,
      "You have asked for this already. Another owner has to approve it.",
    ]);
    expect((await decide(owner, approvalId, "withdraw")).status).toBe(200);
    expect((await refund(owner, { paymentId, sessions: "all" })).body.approvalId).toEqual(expect.any(String));
  });

  it("is needed for several small refunds as for a large one", async () => {
    const splitter = await app.signUpOperator();
    const { paymentId } = await buyAsNewcomer(app, "Pro");
    const first = await refund(splitter, { paymentId, sessions: 1 });
    expect(first.body.approvalId).toBeNull();
    const { paymentId: next } = await buyAsNewcomer(app, "Pro");
    const second = await refund(splitter, { paymentId: next, sessions: "all" });
    expect(second.body.approvalId).toEqual(expect.any(String));
  });

  it("is needed for the second of two small refunds at the same moment", async () => {
    const splitter = await app.signUpOperator();
    const bought = [await buyAsNewcomer(app, "Premium"), await buyAsNewcomer(app, "Premium")];
    const answers = await Promise.all(
      bought.map(({ paymentId }) => refund(splitter, { paymentId, sessions: 3 })),
    );
    // Of the two, the second was previewed as one that needs no approval, or already as one that does.
    const done = answers.filter(({ status, body }) => status === 200 && body.approvalId === null);
    expect(done).toHaveLength(1);
  });

  it("cannot be given by an account that has just become an owner, nor in one's own favor", async () => {
    const { approvalId } = await askFor();
    const accomplice = await app.signUp();
    const { email } = accomplice.user;
    await grantOperator(app.deps, { email, level: "owner", actor: "system" });
    await app.deps.pool.query(
      `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
       select id, $2, $2 from auth_sessions where user_id = $1`,
      [accomplice.user._id, app.clock.now()],
    );
    const answer = await decide(accomplice, approvalId, "approve");
    expect([answer.status, answer.body.msg]).toEqual([
      403,
      expect.stringContaining("less than 24 hours before"),
    ]);
    const own = await confirmAction(app, owner, `/api/operator/people/${owner.user._id}/grant-sessions`, {
      sessions: 1,
    });
    expect([own.status, own.body.msg]).toEqual([403, expect.stringContaining("in your own favor")]);
  });

  it("expires after a day, and ends when its operator loses the flag", async () => {
    const requester = await app.signUpOperator();
    const { paymentId } = await buyAsNewcomer(app, "Premium");
    const { approvalId } = (await refund(requester, { paymentId, sessions: "all" })).body;
    await revokeOperator(app.deps, { email: requester.user.email, actor: "command line" });
    expect((await decide(other, approvalId, "approve")).body.msg).toMatch(/no longer an owner/);
    const late = await askFor();
    const start = app.clock.now();
    app.clock.set(addMinutes(start, 60 * 24));
    const awake = await app.signUpOperator();
    expect((await decide(awake, late.approvalId, "approve")).body.msg).toMatch(/^This has expired/);
    const listed = await app.get(awake, "/api/operator/approvals?state=decided");
    expect(listed.body.find(({ _id }: { _id: string }) => _id === late.approvalId).state).toBe("expired");
    app.clock.set(start);
  });
});
