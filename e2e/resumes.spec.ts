import { writePdf } from "../server/testing/files.ts";
import {
  type ApiUser,
  bookByApi,
  completeSignInForm,
  password,
  postToApi,
  signIn,
  signUp,
} from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectAccessibleOnAnyScreen, screens } from "./support/steps.ts";

const file = { name: "meera.pdf", mimeType: "application/pdf", buffer: writePdf("Meera Iyer", ["Python"]) };

/** Buys the cheapest plan and books this interviewer for tomorrow. */
async function bookInterview(intervieweeEmail: string, interviewerEmail: string): Promise<void> {
  const signedIn = (email: string) => postToApi<ApiUser>("/auth/signin-password", { email, password });
  const slotTime = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 86_400_000).toISOString();
  await bookByApi(await signedIn(interviewerEmail), await signedIn(intervieweeEmail), slotTime);
}

test("a resume is written, kept, exported and read", async ({ openPerson, codeFor, grantInterviewer }) => {
  const interviewee = await openPerson();
  const candidate = { firstName: "Meera", lastName: "Iyer", email: "meera@resumes.example" };
  const mentor = { firstName: "Kavya", lastName: "Menon", email: "kavya@resumes.example" };
  const save = interviewee.getByRole("button", { name: "Save", exact: true });
  const preview = interviewee.getByRole("region", { name: "Preview" });

  await test.step("the preview follows the resume as it is typed", async () => {
    await signUp(interviewee, candidate, codeFor);
    await expect(interviewee.getByRole("tab", { name: "Resume Builder" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(interviewee.getByLabel("First name").first()).toHaveAttribute("readonly", "");
    await interviewee.getByLabel("Job title").fill("ML Engineer");
    await expect(preview.getByText("ML Engineer")).toBeVisible();
    for (const skill of ["Python", "SQL", "Go"]) {
      await interviewee.getByRole("button", { name: "Add skill" }).click();
      await interviewee.getByLabel("Skill", { exact: true }).last().fill(skill);
    }
    await expect(interviewee.getByLabel("Level").last()).toHaveValue("Beginner");
    await expectAccessibleOnAnyScreen(interviewee);
  });

  await test.step("entries are reordered by keyboard and by pointer, removed and restored", async () => {
    await interviewee.getByRole("button", { name: "Move Go up" }).press("Enter");
    await expect(preview.getByText("Python, Go, SQL")).toBeVisible();
    const skills = interviewee.getByRole("region", { name: "Skills" }).getByRole("listitem");
    const grip = (index: number) => skills.nth(index).locator("span").first();
    await grip(2).scrollIntoViewIfNeeded();
    const [from, to] = [await grip(2).boundingBox(), await skills.nth(0).boundingBox()];
    if (from === null || to === null) throw new Error("nothing to drag");
    await interviewee.mouse.move(from.x + 18, from.y + 18);
    await interviewee.mouse.down();
    await interviewee.mouse.move(from.x + 18, to.y + to.height / 2, { steps: 8 });
    await interviewee.mouse.up();
    await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
    await interviewee.getByRole("button", { name: "Remove Go" }).click();
    await expect(preview.getByText("SQL, Python", { exact: true })).toBeVisible();
    await interviewee.getByRole("button", { name: "Undo remove" }).click();
    await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
  });

  await test.step("typed text survives a reload, and leaving asks first", async () => {
    interviewee.once("dialog", (dialog) => void dialog.accept());
    await interviewee.reload();
    await expect(interviewee.getByText("⚠️ Your unsaved changes are back.")).toBeVisible();
    await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
    await interviewee.getByRole("link", { name: "Booking" }).locator("visible=true").click();
    const question = interviewee.getByRole("alertdialog");
    await expect(question).toContainText("Leave without saving?");
    await question.getByRole("button", { name: "Stay" }).click();
    // While the dialog closes it still has the focus, and typing elsewhere has no effect.
    await expect(question).toHaveCount(0);
  });

  await test.step("signing out asks too, and an expired session loses nothing", async () => {
    // The menu of a phone closes by itself when the question opens.
    await interviewee.setViewportSize(screens.phone);
    await interviewee.getByRole("button", { name: "Menu" }).click();
    await interviewee.getByRole("button", { name: "Sign Out" }).click();
    const question = interviewee.getByRole("alertdialog", { name: "Sign out without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(question).toHaveCount(0);
    await expect(interviewee.getByRole("dialog")).toHaveCount(0);
    await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
    const token = await interviewee.evaluate(() => localStorage.getItem("greenroom.token") ?? "");
    const ended = await interviewee.request.post("/api/auth/signout", {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(ended.status()).toBe(204);
    await save.click();
    await interviewee.getByRole("link", { name: "Sign in again" }).click();
    await completeSignInForm(interviewee, candidate.email);
    await expect(interviewee.getByText("⚠️ Your unsaved changes are back.")).toBeVisible();
    await expect(preview.getByText("SQL, Python, Go")).toBeVisible();
  });

  await test.step("bad input is refused at its field, a failed save loses nothing", async () => {
    await interviewee.getByLabel("LinkedIn").fill("javascript:alert(1)");
    await save.click();
    await expect(interviewee.getByText("Enter a full web address that starts with http")).toBeVisible();
    await interviewee.getByLabel("LinkedIn").fill("https://www.linkedin.com/in/meera");
    await interviewee.route("**/api/user/resume-data", (route) =>
      route.fulfill({ status: 409, contentType: "text/html", body: "<h1>a proxy</h1>" }),
    );
    await save.click();
    await expect(interviewee.getByText("Failed to save resume.")).toBeVisible();
    await interviewee.unroute("**/api/user/resume-data");
    await save.click();
    await expect(interviewee.getByText("✅ Resume saved successfully!")).toBeVisible();
    await expect(interviewee.getByText("All saved")).toBeVisible();
    await interviewee.getByLabel("GitHub").fill("https://github.com/meera");
    await expect(interviewee.getByText("Not saved yet", { exact: true })).toBeVisible();
    await expect(interviewee.getByText("✅ Resume saved successfully!")).toHaveCount(0);
    await interviewee.getByRole("button", { name: "Discard changes" }).click();
    await expect(interviewee.getByLabel("GitHub")).toHaveValue("");
  });

  await test.step("with two tabs, the later save does not silently overwrite the earlier", async () => {
    const other = await interviewee.context().newPage();
    await other.goto("/interviewee-dashboard/profile");
    await other.getByLabel("Job title").fill("Written in the other tab");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(other.getByText("✅ Resume saved successfully!")).toBeVisible();
    await other.close();
    await interviewee.getByLabel("Job title").fill("Written in this tab");
    await save.click();
    const choice = interviewee.getByRole("dialog", { name: "Your resume was changed somewhere else" });
    await choice.getByRole("button", { name: "Compare both" }).click();
    await expect(choice.getByText("Written in the other tab")).toBeVisible();
    await expect(choice.getByText("Written in this tab")).toBeVisible();
    await choice.getByRole("button", { name: "Keep mine" }).click();
    await expect(interviewee.getByText("✅ Resume saved successfully!")).toBeVisible();
  });

  await test.step("imports JSON Resume, and exports a PDF", async () => {
    const json = {
      basics: { label: "From elsewhere" },
      work: [{ name: "Acme", position: "Engineer", url: "https://acme.example" }],
      awards: [{ title: "Best paper" }],
    };
    await interviewee.getByLabel("JSON Resume file").setInputFiles({
      name: "resume.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(json)),
    });
    await expect(preview.getByText("From elsewhere")).toBeVisible();
    await expect(interviewee.getByText("not everything in resume.json has a place here")).toBeVisible();
    await expect(interviewee.getByText("Experience: web address")).toBeVisible();
    await expect(interviewee.getByText("Awards (1)")).toBeVisible();
    await interviewee.getByRole("button", { name: "Discard changes" }).click();
    await expect(preview.getByText("Written in this tab")).toBeVisible();
    const answer = interviewee.waitForResponse(/resume-pdf\?structured=true/);
    const opened = interviewee.waitForEvent("popup");
    await interviewee.getByRole("button", { name: /Export PDF/ }).click();
    const { resumeFileUrl } = await (await answer).json();
    const exported = await interviewee.request.get(resumeFileUrl);
    expect((await exported.body()).subarray(0, 5).toString()).toBe("%PDF-");
    await (await opened).close();
  });

  await test.step("an uploaded PDF replaces it until it is removed", async () => {
    const input = interviewee.locator("input[type=file][accept*=pdf]");
    await interviewee.getByRole("button", { name: "Upload PDF" }).click();
    await expect(interviewee.getByText("Please select a file to upload.")).toBeVisible();
    await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
    await expect(interviewee.getByText("Only PDF files are supported.")).toBeVisible();
    await input.setInputFiles({ ...file, buffer: Buffer.from("%PDF-1.7 no more") });
    await expect(interviewee.getByText("Only PDF files are supported.")).toBeVisible();
    await input.setInputFiles(file);
    await expect(interviewee.getByRole("button", { name: /View File/ })).toBeVisible();
    await expect(input).toHaveCount(0);
  });

  await test.step("the booked interviewer reads it", async () => {
    const interviewer = await openPerson();
    await signUp(interviewer, mentor, codeFor);
    await grantInterviewer(mentor.email);
    await bookInterview(candidate.email, mentor.email);
    await interviewer.evaluate(() => localStorage.clear());
    await signIn(interviewer, mentor.email);
    await interviewer.goto("/interviewer-dashboard/calendar");
    await interviewer.getByRole("button", { name: "View Resume of Meera Iyer" }).first().click();
    const resume = interviewer.getByRole("dialog", { name: "Candidate resume" });
    // The uploaded file comes first.
    await resume.getByText("The resume written in Greenroom").click();
    await expect(resume.getByText("Written in this tab")).toBeVisible();
    await expect(resume.getByRole("button", { name: /Download Uploaded File/ })).toBeVisible();
    await expectAccessibleOnAnyScreen(interviewer);
    const answer = interviewer.waitForResponse(/resume-structured-pdf/);
    await resume.getByRole("button", { name: /Export Generated PDF/ }).click();
    expect((await answer).status()).toBe(200);
    await interviewee.getByRole("button", { name: "Clear File" }).click();
    await expect(interviewee.getByRole("button", { name: "Upload PDF" })).toBeVisible();
    await resume.getByRole("button", { name: /Download Uploaded File/ }).click();
    await expect(resume.getByText("This candidate has not uploaded a file.")).toBeVisible();
  });
});
