import type { Page } from "@playwright/test";
import { writePdf } from "../server/testing/files/write-pdf.ts";
import { completeSignInForm, password, signIn, signUp } from "./support/account-steps.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/fixtures.ts";

const file = { name: "meera.pdf", mimeType: "application/pdf", buffer: writePdf("Meera Iyer", ["Python"]) };

/** Calls the API as a person, for what this journey needs but does not test. */
async function api(page: Page, path: string, body: object, token = "") {
  const answer = await page.request.post(path, { data: body, headers: { authorization: `Bearer ${token}` } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Buys the cheapest plan and books this interviewer for tomorrow. */
async function bookInterview(page: Page, candidate: string, interviewer: string): Promise<void> {
  const signedIn = (email: string) => api(page, "/api/auth/signin-password", { email, password });
  const [buyer, host] = [await signedIn(candidate), await signedIn(interviewer)];
  const { newPrice } = await api(page, "/api/user/purchase-plan", { planType: "Basic" }, buyer.token);
  const order = { planType: "Basic", newPrice, amount: newPrice };
  const { id } = await api(page, "/api/payment/create-order", order, buyer.token);
  const paid = await api(page, `/api/sandbox/orders/${id}/pay`, { outcome: "success" });
  await api(page, "/api/payment/verify-payment", { ...paid, planType: "Basic", newPrice }, buyer.token);
  const slotTime = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString();
  await api(page, "/api/interviewer/availability", { slotTime }, host.token);
  const slot = { startTime: slotTime, interviewerId: host.user._id };
  await api(page, "/api/user/bookings", slot, buyer.token);
}

for (const [width, height] of [
  [1440, 1000],
  [390, 844],
] as const) {
  test(`a resume is written, kept, exported and read, ${width} px wide`, async ({
    openPerson,
    codeFor,
    grantInterviewer,
  }) => {
    const guest = await openPerson();
    await guest.setViewportSize({ width, height });
    const candidate = { firstName: "Meera", lastName: "Iyer", email: `meera-${width}@resumes.example` };
    const mentor = { firstName: "Kavya", lastName: "Menon", email: `kavya-${width}@resumes.example` };
    const save = guest.getByRole("button", { name: "Save", exact: true });
    const preview = guest.getByRole("region", { name: "Preview" });

    await test.step("the preview follows the resume as it is typed", async () => {
      await signUp(guest, candidate, codeFor);
      await expect(guest.getByRole("tab", { name: "Resume Builder" })).toHaveAttribute(
        "aria-selected",
        "true",
      );
      await expect(guest.getByLabel("First name").first()).toHaveAttribute("readonly", "");
      await guest.getByLabel("Job title").fill("ML Engineer");
      await expect(preview.getByText("ML Engineer")).toBeVisible();
      for (const skill of ["Python", "SQL", "Go"]) {
        await guest.getByRole("button", { name: "Add skill" }).click();
        await guest.getByLabel("Skill", { exact: true }).last().fill(skill);
      }
      await expect(guest.getByLabel("Level").last()).toHaveValue("Beginner");
      await expectAccessible(guest);
    });

    await test.step("entries are reordered by keyboard and by pointer, removed and restored", async () => {
      await guest.getByRole("button", { name: "Move Go up" }).press("Enter");
      await expect(preview.getByText("Python, Go, SQL")).toBeVisible();
      const skills = guest.getByRole("region", { name: "Skills" }).getByRole("listitem");
      const grip = (index: number) => skills.nth(index).locator("span").first();
      await grip(2).scrollIntoViewIfNeeded();
      const [from, to] = [await grip(2).boundingBox(), await skills.nth(0).boundingBox()];
      if (from === null || to === null) throw new Error("nothing to drag");
      await guest.mouse.move(from.x + 18, from.y + 18);
      await guest.mouse.down();
      await guest.mouse.move(from.x + 18, to.y + to.height / 2, { steps: 8 });
      await guest.mouse.up();
      await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
      await guest.getByRole("button", { name: "Remove Go" }).click();
      await expect(preview.getByText("SQL, Python", { exact: true })).toBeVisible();
      await guest.getByRole("button", { name: "Undo remove" }).click();
      await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
    });

    await test.step("typed text survives a reload, and leaving asks first", async () => {
      guest.once("dialog", (dialog) => void dialog.accept());
      await guest.reload();
      await expect(guest.getByText("⚠️ Your unsaved changes are back.")).toBeVisible();
      await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
      await guest.getByRole("link", { name: "Booking" }).locator("visible=true").click();
      const question = guest.getByRole("alertdialog");
      await expect(question).toContainText("Leave without saving?");
      await question.getByRole("button", { name: "Stay" }).click();
      // While the dialog closes it still has the focus, and typing elsewhere has no effect.
      await expect(question).toHaveCount(0);
    });

    await test.step("signing out asks too, and an expired session loses nothing", async () => {
      const isNarrow = width < 768;
      if (isNarrow) await guest.getByRole("button", { name: "Menu" }).click();
      await guest.getByRole("button", { name: "Sign Out" }).click();
      const question = guest.getByRole("alertdialog", { name: "Sign out without saving?" });
      await question.getByRole("button", { name: "Stay" }).click();
      await expect(question).toHaveCount(0);
      if (isNarrow) await guest.getByRole("dialog", { name: "Menu" }).press("Escape");
      await expect(guest.getByRole("dialog")).toHaveCount(0);
      await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
      const token = await guest.evaluate(() => localStorage.getItem("greenroom.token") ?? "");
      const ended = await guest.request.post("/api/auth/signout", {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(ended.status()).toBe(204);
      await save.click();
      await guest.getByRole("link", { name: "Sign in again" }).click();
      await completeSignInForm(guest, candidate.email);
      await expect(guest.getByText("⚠️ Your unsaved changes are back.")).toBeVisible();
      await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
    });

    await test.step("bad input is refused at its field, a failed save loses nothing", async () => {
      await guest.getByLabel("LinkedIn").fill("javascript:alert(1)");
      await save.click();
      await expect(guest.getByText("Enter a full web address that starts with http")).toBeVisible();
      await guest.getByLabel("LinkedIn").fill("https://www.linkedin.com/in/meera");
      await guest.route("**/api/user/resume-data", (route) =>
        route.fulfill({ status: 409, contentType: "text/html", body: "<h1>a proxy</h1>" }),
      );
      await save.click();
      await expect(guest.getByText("Failed to save resume.")).toBeVisible();
      await guest.unroute("**/api/user/resume-data");
      await save.click();
      await expect(guest.getByText("✅ Resume saved successfully!")).toBeVisible();
      await expect(guest.getByText("All saved")).toBeVisible();
      await guest.getByLabel("GitHub").fill("https://github.com/meera");
      await expect(guest.getByText("Not saved yet", { exact: true })).toBeVisible();
      await expect(guest.getByText("✅ Resume saved successfully!")).toHaveCount(0);
      await guest.getByRole("button", { name: "Discard changes" }).click();
      await expect(guest.getByLabel("GitHub")).toHaveValue("");
    });

    await test.step("with two tabs, the later save does not silently overwrite the earlier", async () => {
      const other = await guest.context().newPage();
      await other.goto("/interviewee-dashboard/profile");
      await other.getByLabel("Job title").fill("Written in the other tab");
      await other.getByRole("button", { name: "Save", exact: true }).click();
      await expect(other.getByText("✅ Resume saved successfully!")).toBeVisible();
      await other.close();
      await guest.getByLabel("Job title").fill("Written in this tab");
      await save.click();
      const choice = guest.getByRole("dialog", { name: "Your resume was changed somewhere else" });
      await choice.getByRole("button", { name: "Compare both" }).click();
      await expect(choice.getByText("Written in the other tab")).toBeVisible();
      await expect(choice.getByText("Written in this tab")).toBeVisible();
      await choice.getByRole("button", { name: "Keep mine" }).click();
      await expect(guest.getByText("✅ Resume saved successfully!")).toBeVisible();
    });

    await test.step("imports JSON Resume, and exports a PDF", async () => {
      const json = {
        basics: { label: "From elsewhere" },
        work: [{ name: "Acme", position: "Engineer", url: "https://acme.example" }],
        awards: [{ title: "Best paper" }],
      };
      await guest.getByLabel("JSON Resume file").setInputFiles({
        name: "resume.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(json)),
      });
      await expect(preview.getByText("From elsewhere")).toBeVisible();
      await expect(guest.getByText("Not imported from resume.json")).toBeVisible();
      await expect(guest.getByText("Experience: web address")).toBeVisible();
      await expect(guest.getByText("Awards (1)")).toBeVisible();
      await guest.getByRole("button", { name: "Discard changes" }).click();
      await expect(preview.getByText("Written in this tab")).toBeVisible();
      const answer = guest.waitForResponse(/resume-pdf\?structured=true/);
      const opened = guest.waitForEvent("popup");
      await guest.getByRole("button", { name: /Export PDF/ }).click();
      const { resumeFileUrl } = await (await answer).json();
      const exported = await guest.request.get(resumeFileUrl);
      expect((await exported.body()).subarray(0, 5).toString()).toBe("%PDF-");
      await (await opened).close();
    });

    await test.step("an uploaded PDF replaces it until it is removed", async () => {
      const input = guest.locator("input[type=file][accept*=pdf]");
      await guest.getByRole("button", { name: "Upload PDF" }).click();
      await expect(guest.getByText("Please select a file to upload.")).toBeVisible();
      await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
      await expect(guest.getByText("Only PDF files are supported.")).toBeVisible();
      await input.setInputFiles({ ...file, buffer: Buffer.from("%PDF-1.7 no more") });
      await guest.getByRole("button", { name: "Upload PDF" }).click();
      await expect(guest.getByText("Only PDF files are supported.")).toBeVisible();
      await input.setInputFiles(file);
      await guest.getByRole("button", { name: "Upload PDF" }).click();
      await expect(guest.getByRole("button", { name: /View File/ })).toBeVisible();
      await expect(input).toHaveCount(0);
    });

    await test.step("the booked interviewer reads it", async () => {
      const host = await openPerson();
      await host.setViewportSize({ width, height });
      await signUp(host, mentor, codeFor);
      await grantInterviewer(mentor.email);
      await bookInterview(guest, candidate.email, mentor.email);
      await host.evaluate(() => localStorage.clear());
      await signIn(host, mentor.email);
      await host.goto("/interviewer-dashboard/calendar");
      await host.getByRole("button", { name: "View Resume of Meera Iyer" }).first().click();
      const resume = host.getByRole("dialog", { name: "Candidate resume" });
      await expect(resume.getByText("Written in this tab")).toBeVisible();
      await expect(resume.getByRole("button", { name: /Download Uploaded File/ })).toBeVisible();
      await expectAccessible(host);
      const answer = host.waitForResponse(/resume-structured-pdf/);
      await resume.getByRole("button", { name: /Export Generated PDF/ }).click();
      expect((await answer).status()).toBe(200);
      await guest.getByRole("button", { name: "Clear File" }).click();
      await expect(guest.getByRole("button", { name: "Upload PDF" })).toBeVisible();
      await resume.getByRole("button", { name: /Download Uploaded File/ }).click();
      await expect(resume.getByText("This candidate has not uploaded a file.")).toBeVisible();
    });
  });
}
