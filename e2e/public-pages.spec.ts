import type { Page } from "@playwright/test";
import { completeSignUpForm, signUp } from "./support/accounts-and-rooms.ts";
import { expect, test } from "./support/fixtures.ts";
import { expectAccessible } from "./support/steps.ts";

const pages = ["/", "/about", "/mentors", "/pricing", "/contact", "/interview-with-us", "/privacy", "/terms"];
/**
 * JavaScript of a page as it is sent, without headers. React and the router are 93 kB of it. The library that checks forms
 * and answers would be 20 kB more.
 */
const mostScriptBytes = 121_500;
/** With a form, or with people and times. */
const largerPages = ["/contact", "/interview-with-us", "/mentors"];
const mostOfLarger = 138_500;
const looks = [
  { width: 360, height: 740, colorScheme: "light" },
  { width: 1440, height: 900, colorScheme: "dark" },
] as const;

for (const { width, height, colorScheme } of looks) {
  test(`axe finds nothing on any public page at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

test("every public page describes itself to search engines", async ({ page, request, baseURL }) => {
  for (const path of pages) {
    await page.goto(path);
    await expect(page).toHaveTitle(/Greenroom/);
    const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`);
    await expect(meta("description")).toHaveAttribute("content", /.{40,}/);
    await expect(meta("og:image")).toHaveAttribute("content", `${baseURL}/images/share.jpg`);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}${path}`);
  }
  const data = async (path: string) => {
    await page.goto(path);
    const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
    return scripts.map((text) => JSON.parse(text));
  };
  expect(await data("/")).toMatchObject([{ "@type": "Organization", name: "Greenroom" }]);
  expect(await data("/pricing")).toMatchObject([
    {},
    { "@type": "Product", offers: { price: "99", priceCurrency: "INR" } },
    { "@type": "Product", offers: { price: "499" } },
    { "@type": "Product", offers: { price: "749" } },
  ]);
  const [, questions] = await data("/contact");
  expect(questions.mainEntity.length).toBeGreaterThanOrEqual(20);
  expect(JSON.stringify(questions)).toContain("Basic is ₹99 for 1 interview");
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`<loc>${baseURL}/about</loc>`);
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(await (await request.get("/manifest.webmanifest")).json()).toMatchObject({ name: "Greenroom" });
});

test("public pages load the framework and little else", async ({ browser }) => {
  for (const path of pages) {
    // With an empty cache.
    const context = await browser.newContext();
    const page = await context.newPage();
    const scripts: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "script") return;
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path, { waitUntil: "networkidle" });
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes, path).toBeLessThan(largerPages.includes(path) ? mostOfLarger : mostScriptBytes);
    await context.close();
  }
});

test("pages are complete without a script, including prices and answers", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/pricing");
  await expect(page.getByRole("article", { name: "Basic" })).toContainText("₹99");
  await expect(page.getByRole("article", { name: "Pro" })).toContainText("₹499");
  await expect(page.getByRole("article", { name: "Premium" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.locator("noscript p")).toContainText("a time that you chose is kept in its address");
  await page.goto("/contact");
  await page.getByText("What does it cost?").click();
  await expect(page.getByText("Basic is ₹99 for 1 interview")).toBeVisible();
  await page.getByText("Is it a subscription?").click();
  await expect(page.getByText("Basic is ₹99 for 1 interview")).toBeHidden();
  await expect(page.getByText(/Nothing renews automatically/)).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play the video" })).toBeHidden();
  await expect(page.getByRole("figure").getByRole("img").last()).toBeVisible();
  await page.goto("/signin");
  await page.getByLabel("Password", { exact: true }).fill("not-for-an-address-1!");
  await page.getByRole("button", { name: "Sign In", exact: true }).press("Enter");
  expect(page.url()).not.toContain("not-for-an-address");
  await page.goto("/no-such-page");
  await expect(page.getByRole("link", { name: "To the home page" })).toBeVisible();
  await context.close();
});

test("the landing page plays its video, shows its slides and links on", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Get Started Now" })).toHaveAttribute("href", "/signup");
  await expect(page.getByRole("link", { name: "See Pricing" })).toHaveAttribute("href", "/pricing");

  const isPaused = () => page.locator("video").evaluate((video: HTMLVideoElement) => video.paused);
  expect(await isPaused()).toBe(true);
  await page.getByRole("button", { name: "Play the video" }).click();
  await expect.poll(isPaused).toBe(false);
  await page.getByRole("button", { name: "Pause the video" }).click();
  await expect.poll(isPaused).toBe(true);

  await slideshow(page);

  const advice = page.getByRole("region", { name: "Advice for phones" });
  await expect(advice).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Dismiss: Advice for phones" }).click();
  await page.reload();
  await expect(advice).toBeHidden();
});

const pictureButton = (page: Page, number: number) =>
  page.getByRole("button", { name: new RegExp(`^Picture ${number}:`) });

async function slideshow(page: Page): Promise<void> {
  const dot = (number: number) => pictureButton(page, number);
  const isCurrent = async (number: number) =>
    await expect(dot(number)).toHaveAttribute("aria-current", "true");
  await isCurrent(1);
  await page.getByRole("button", { name: "Next picture" }).click();
  await isCurrent(2);
  await page.keyboard.press("ArrowRight");
  await isCurrent(3);
  await dot(6).click();
  await isCurrent(6);
  await page.getByRole("button", { name: "Next picture" }).click();
  await isCurrent(1);
  // It pauses while the focus or the pointer is in it, and continues when neither is.
  await page.waitForTimeout(5500);
  await isCurrent(1);
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await expect(dot(2)).toHaveAttribute("aria-current", "true", { timeout: 7000 });
}

test("the keyboard alone is enough, and the focused element is never covered", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/contact");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  const menu = page.getByRole("button", { name: "Menu" });
  const panel = page.getByRole("dialog", { name: "Menu" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(panel).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(panel.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(menu).toBeFocused();

  await page.locator("summary", { hasText: "Is it a subscription?" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Nothing renews automatically/)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Nothing renews automatically/)).toBeHidden();
  await page.getByRole("button", { name: "Send message" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name")).toBeFocused();

  for (const path of ["/", "/terms"]) expect(await coveredStops(page, path), path).toEqual([]);
});

/** The names of the elements that are off-screen or covered when Tab has focused them. */
async function coveredStops(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  const covered: string[] = [];
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, Math.min(top + height / 2, innerHeight - 1));
      const isSeen = hit !== null && (element.contains(hit) || hit.contains(element));
      return { name: element.getAttribute("aria-label") ?? element.textContent, isSeen };
    });
    if (found === null) break;
    if (!found.isSeen) covered.push(found.name ?? "nameless");
  }
  return covered;
}

test("a visitor's choice of a plan survives their sign-up", async ({ page, codeFor }) => {
  await page.goto("/pricing");
  await page.getByRole("button", { name: "Choose Pro" }).click();
  await expect(page).toHaveURL(/\/signup\?/);
  const meera = { firstName: "Meera", lastName: "Iyer", email: "pricing@pages.example" };
  await completeSignUpForm(page, meera, codeFor);
  await expect(page).toHaveURL(/\/pricing\?plan=Pro$/);
  await expect(page.getByRole("heading", { name: "Your purchase: Pro" })).toBeVisible();
});

test("typing and clicks before the script has loaded are not lost", async ({ page }) => {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await brought;
    await route.continue();
  });
  await page.goto("/contact", { waitUntil: "commit" });
  await page.getByLabel("Name").fill("Meera Iyer");
  await page.getByRole("button", { name: "Send message" }).click();
  bring();
  await expect(page.getByText("Email is required.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Meera Iyer");
  await expect(page).toHaveURL(/\/contact$/);
});

test("a press counts although the connection was gone while the scripts loaded", async ({
  page,
  problems,
}) => {
  let isOffline = true;
  await page.route("**/assets/*.js", (route) => (isOffline ? route.abort() : route.continue()));
  await page.goto("/pricing");
  await page.getByRole("button", { name: "Choose Pro" }).click();
  // Long enough for every request that the press started to fail.
  await page.waitForTimeout(1_000);
  isOffline = false;
  await expect(page).toHaveURL(/\/signup\?/);
  // Chromium logs each request that failed.
  const others = problems.filter((problem) => !problem.includes("net::ERR_FAILED"));
  problems.splice(0, problems.length, ...others);
});

test("only pages to read wait with React: a visitor of another address is not shown an empty one", async ({
  request,
}) => {
  const waits = async (path: string) =>
    (await (await request.get(path)).text()).includes("<template data-start>");
  expect(await waits("/")).toBe(true);
  for (const path of ["/room/an-interview", "/interviewer-invitation", "/interviewee-dashboard/my-sessions"])
    expect(await waits(path), path).toBe(false);
});

test("menus, pictures, the video and answers need no framework", async ({ page }) => {
  await page.route("**/assets/*.js", () => undefined);
  await page.setViewportSize({ width: 390, height: 844 });
  // The pictures do not move automatically.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.getByRole("button", { name: "Dismiss: Advice for phones" }).click();
  await expect(page.getByRole("region", { name: "Advice for phones" })).toBeHidden();
  await page.getByRole("button", { name: "Next picture" }).click();
  await expect(pictureButton(page, 2)).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: "Play the video" }).click();
  await expect(page.getByRole("button", { name: "Pause the video" })).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Contact Us" }).click();
  await page.getByText("Is it a subscription?").click();
  await expect(page.getByText(/Nothing renews automatically/)).toBeVisible();
});

test("the header is right from the first paint on for a signed-in user", async ({ page, codeFor }) => {
  await signUp(page, { firstName: "Esha", lastName: "Nair", email: "header@pages.example" }, codeFor);
  let bring = () => {};
  const brought = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await brought;
    await route.continue();
  });
  await page.goto("/about", { waitUntil: "commit" });
  const header = page.getByRole("navigation", { name: "Main" });
  await expect(header.getByRole("link", { name: "Dashboard" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Sign In" })).toBeHidden();
  // Pressed before it can work, and done once it can.
  await header.getByRole("button", { name: "Sign Out" }).click();
  bring();
  await expect(page).toHaveURL(/\/signin$/);
  await expect(header.getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Dashboard" })).toBeHidden();
});

test("a ticked box is ticked on paper, too", async ({ page }) => {
  await page.goto("/interview-with-us");
  const box = page.getByRole("checkbox", { name: "ML engineer", exact: true });
  await box.check();
  await page.emulateMedia({ media: "print" });
  // The browser's own box, because browsers print no backgrounds.
  await expect(box).toHaveCSS("appearance", "auto");
});

test("a contact message is sent and confirmed", async ({ page }) => {
  await page.goto("/contact");
  const form = page.getByRole("form", { name: "Contact" });
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await page.getByLabel("Name").fill("Meera Iyer");
  await page.getByLabel("Email").fill("meera@pages.example");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Do you have SQL drills?");
  await page.reload();
  await expect(message).toHaveValue("Do you have SQL drills?");
  await form.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message sent — we will contact you soon!")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await page.reload();
  await expect(message).toHaveValue("");
});
