import { sampleUser } from "../web/testing/sample-data.ts";
import { expect, test } from "./support/fixtures.ts";
import { openMockedPage } from "./support/mocked-screens.ts";

const interviewerId = { _id: "0190a5b8-7c00-7000-8000-00000000000a", firstName: "Kavya", lastName: "Menon" };

/** New York, 2026-27: each day on which clocks change, beside an ordinary Monday after it. */
const changes = [
  {
    name: "back, when an hour comes twice",
    today: "2026-10-31T16:00:00Z",
    slots: {
      "Sunday 1 November 2026, 00:30 – 01:15": "2026-11-01T04:30:00Z",
      "Sunday 1 November 2026, 01:30 EDT – 01:15 EST": "2026-11-01T05:30:00Z",
      "Sunday 1 November 2026, 01:30 – 02:15": "2026-11-01T06:30:00Z",
      "Sunday 1 November 2026, 09:00 – 09:45": "2026-11-01T14:00:00Z",
      "Monday 2 November 2026, 00:30 – 01:15": "2026-11-02T05:30:00Z",
      "Monday 2 November 2026, 09:00 – 09:45": "2026-11-02T14:00:00Z",
    },
    level: [
      ["Sunday 1 November 2026, 00:30 – 01:15", "Monday 2 November 2026, 00:30 – 01:15"],
      ["Sunday 1 November 2026, 09:00 – 09:45", "Monday 2 November 2026, 09:00 – 09:45"],
    ],
  },
  {
    name: "ahead, when an hour is missing",
    today: "2027-03-13T16:00:00Z",
    slots: {
      "Sunday 14 March 2027, 03:00 – 03:45": "2027-03-14T07:00:00Z",
      "Sunday 14 March 2027, 09:00 – 09:45": "2027-03-14T13:00:00Z",
      "Monday 15 March 2027, 03:00 – 03:45": "2027-03-15T07:00:00Z",
      "Monday 15 March 2027, 09:00 – 09:45": "2027-03-15T13:00:00Z",
    },
    level: [
      ["Sunday 14 March 2027, 03:00 – 03:45", "Monday 15 March 2027, 03:00 – 03:45"],
      ["Sunday 14 March 2027, 09:00 – 09:45", "Monday 15 March 2027, 09:00 – 09:45"],
    ],
  },
] as const;

test("the booking calendar is right on days when clocks change", async ({ browser }) => {
  for (const { name, today, slots, level } of changes) {
    await test.step(name, async () => {
      const page = await openMockedPage(
        browser,
        { ...sampleUser, timeZone: "America/New_York" },
        {
          "GET /api/user/profile": { body: { ...sampleUser, timeZone: "America/New_York" } },
          "GET /api/user/bookings": { body: [] },
          "GET /api/user/interviewers": { body: [] },
          "GET /api/user/slots": {
            body: Object.values(slots).map((slotTime, index) => ({
              _id: `0190a5b8-7c00-7000-8000-0000000000e${index}`,
              slotTime,
              interviewerId,
            })),
          },
        },
      );
      // The events of the repeated hour are drawn side by side, and a week this wide has room for both.
      await page.setViewportSize({ width: 1440, height: 1000 });
      await page.clock.setFixedTime(today);
      await page.goto("/interviewee-dashboard/booking");
      const calendar = page.getByRole("region", { name: "Open slots and your interviews" });
      const slot = (when: string) =>
        calendar.getByRole("button", { name: `Open slot with Kavya Menon, ${when}`, exact: true });
      for (const when of Object.keys(slots)) await expect(slot(when)).toHaveCount(1);
      const top = async (when: string) => Math.round((await slot(when).boundingBox())?.y ?? Number.NaN);
      // The week begins today. Nine o'clock has the same position on a day of 23 or 25 hours as on any other.
      for (const [changed, ordinary] of level) expect(await top(changed)).toBe(await top(ordinary));
      await page.context().close();
    });
  }
});
