import { describe, expect, it } from "vitest";
import { createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { getSessionCount } from "../../testing/purchases.ts";
import { confirmAction, previewAction } from "../desk.testing.ts";

const path = "/api/operator/bookings/cancellation";
const app = useTestApp({ environment: { GREENROOM_SUPPORT_CANCELLATIONS_PER_DAY: "2" } });
const support = useBeforeAll(() => app.signUpOperator({ level: "support" }));
const owner = useBeforeAll(() => app.signUpOperator());

async function book(count: number) {
  const booked = [];
  for (let index = 0; index < count; index += 1) booked.push(await createBookedInterview(app, { hours: 20 }));
  return { ids: booked.map(({ booking }) => booking._id), people: booked.map((one) => one.interviewee) };
}
const cancel = (operator: SignedUpUser, ...bookingIds: string[]) =>
  confirmAction(app, operator, path, { bookingIds });
const statusOf = async (id = "") => (await app.read(owner, `/api/operator/bookings/${id}`)).status;

describe("support's cancellations", () => {
  it("need an owner above the limit within 24 hours, and happen once approved", async () => {
    const { ids, people } = await book(4);
    expect((await cancel(support, ids[0] ?? "")).body.approvalId).toBeNull();
    const rest = ids.slice(1);
    const preview = await previewAction(app, support, path, { bookingIds: rest });
    expect(preview.body.lines.at(-1)).toEqual({
      label: "Second operator",
      text: expect.stringContaining("Needed, because it is over 2 cancellations"),
    });
    const asked = await cancel(support, ...rest);
    expect(asked.body.approvalId).toEqual(expect.any(String));
    expect(await statusOf(rest[0])).toBe("pending");
    const decision = `/api/operator/approvals/${asked.body.approvalId}/decision`;
    const own = await confirmAction(app, support, decision, { decision: "approve" });
    expect([own.status, own.body.msg]).toEqual([
      403,
      "An owner has to decide this. You can only withdraw it.",
    ]);
    const colleague = await app.signUpOperator({ level: "support" });
    for (const choice of ["approve", "decline", "withdraw"]) {
      const refused = await confirmAction(app, colleague, decision, { decision: choice });
      expect([refused.status, refused.body.msg]).toEqual([403, "Only an owner can decide this."]);
    }
    const approved = await confirmAction(app, owner, decision, { decision: "approve" });
    expect(approved.body.msg).toMatch(/^3 interviews are canceled/);
    for (const person of people) expect(await getSessionCount(app, person)).toBe(1);
    expect((await confirmAction(app, owner, decision, { decision: "approve" })).status).toBe(409);
  });

  it("are withdrawn by the operator who requested them, and by nobody else", async () => {
    const fresh = await app.signUpOperator({ level: "support" });
    const { ids } = await book(3);
    const { approvalId } = (await cancel(fresh, ...ids)).body;
    const decision = `/api/operator/approvals/${approvalId}/decision`;
    expect((await confirmAction(app, owner, decision, { decision: "withdraw" })).status).toBe(403);
    const withdrawn = await confirmAction(app, fresh, decision, { decision: "withdraw" });
    expect([withdrawn.status, withdrawn.body.msg]).toEqual([
      200,
      "This is withdrawn. Nothing else was done.",
    ]);
    expect(await statusOf(ids[0])).toBe("pending");
    expect((await confirmAction(app, owner, decision, { decision: "approve" })).status).toBe(409);
  });

  it("count one by one, and an owner needs nobody", async () => {
    const fresh = await app.signUpOperator({ level: "support" });
    const { ids } = await book(6);
    await cancel(fresh, ids[0] ?? "");
    await cancel(fresh, ids[1] ?? "");
    const third = await cancel(fresh, ids[2] ?? "");
    expect(third.body.approvalId).not.toBeNull();
    expect(await statusOf(ids[2])).toBe("pending");
    const alone = await cancel(owner, ...ids.slice(2));
    expect([alone.body.approvalId, alone.body.outcomes.length]).toEqual([null, 4]);
  });
});
