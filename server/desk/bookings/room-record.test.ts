import { randomUUID } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { describe, expect, it } from "vitest";
import { importInterview } from "../../room/record/import-interview.ts";
import { createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";

const app = useTestApp();
const support = useBeforeAll(() => app.signUpOperator({ level: "support" }));

describe("the room's record at the desk", () => {
  it("shows joins, leaves, chat and code, nothing private, and who looked", async () => {
    const { booking, interviewee, interviewer } = await createBookedInterview(app);
    const start = new Date(booking.startTime);
    const at = (minutes: number) => addMinutes(start, minutes);
    app.clock.set(at(5));
    const note = { id: randomUUID(), label: "good", note: "Only between the two" };
    const { token } = interviewer;
    await app.post({ token }, `/api/rooms/${booking._id}/presence`);
    const marked = await app.post({ token }, `/api/rooms/${booking._id}/marks`, note);
    const noted = await app.put({ token }, `/api/rooms/${booking._id}/notes`, { body: "Private" });
    expect([marked.status, noted.status]).toEqual([201, 204]);
    const [intervieweeId, interviewerId] = [interviewee.user._id, interviewer.user._id];
    await importInterview(app.deps, {
      bookingId: booking._id,
      language: "python",
      visits: [{ personId: intervieweeId, from: at(1), to: at(20) }],
      events: [
        { kind: "chat", at: at(6), personId: interviewerId, body: "I have to go" },
        { kind: "code", at: at(7), personId: intervieweeId, text: "print(1)" },
      ],
    });
    app.clock.set(at(60));
    await app.deps.pool.query("update operator_sign_ins set confirmed_at = greatest(opened_at, $1)", [
      at(60),
    ]);
    const { status, body } = await app.get(support, `/api/operator/bookings/${booking._id}/room-record`);
    expect(status).toBe(200);
    const listed = body.items.map(({ kind, personId }: { kind: string; personId?: string }) => [
      kind,
      personId === intervieweeId ? "interviewee" : personId === interviewerId ? "interviewer" : null,
    ]);
    expect(listed).toEqual(
      expect.arrayContaining([
        ["joined", "interviewee"],
        ["joined", "interviewer"],
        ["chat", "interviewer"],
        ["code", null],
        ["left", "interviewee"],
        ["left", "interviewer"],
      ]),
    );
    expect(body.code).toMatchObject({ text: "print(1)" });
    expect(body.people.map(({ firstName }: { firstName: string }) => firstName)).toEqual(["Cand", "Ira"]);
    expect(JSON.stringify(body)).not.toMatch(/Private|Only between/);
    const { rows } = await app.deps.pool.query(
      "select actor_user_id from audit_log where subject = $1 and action = 'desk.room-record-viewed'",
      [`booking:${booking._id}`],
    );
    expect(rows).toEqual([{ actor_user_id: support.user._id }]);
  });

  it("needs a confirmation of this sitting, and a booking", async () => {
    const { booking } = await createBookedInterview(app);
    const path = (id: string) => `/api/operator/bookings/${id}/room-record`;
    const confirmed = await app.signUpOperator({ level: "support" });
    app.clock.advance({ hours: 4 });
    const late = await app.get(confirmed, path(booking._id));
    expect(late.body.code).toBe("confirmation_required");
    const fresh = await app.signUpOperator({ level: "support" });
    expect((await app.get(fresh, path(randomUUID()))).status).toBe(404);
    const empty = await app.get(fresh, path(booking._id));
    expect(empty.body).toMatchObject({ items: [], code: null });
  });
});
