import { whisperFiles } from "@greenroom/contract/rooms/whisper-files.ts";
import { whisperWords } from "../../server/testing/whisper/model-files.ts";
import { callApi, signInPage } from "../support/api-setup.ts";
import { callHarness, expect, test } from "../support/fixtures.ts";
import { launchWithSpeech } from "../support/speech.ts";

test.use({ launchOptions: launchWithSpeech("I would start from precision."), elsewhere: ["127.0.0.1"] });

test.beforeEach(async () => {
  await callHarness("/use-whisper?on=true");
});
test.afterEach(async () => {
  await callHarness("/weights");
  await callHarness("/use-whisper");
});

test("Whisper in the page transcribes with only the operator's files, and the room shows when loading fails", async ({
  openPerson,
  advance,
  setUpRoom,
}) => {
  const { id, interviewer, interviewee } = await setUpRoom();
  const page = await openPerson();
  // As in a browser without a speech recognition of its own.
  await page.addInitScript("delete globalThis.SpeechRecognition;");
  await signInPage(page, interviewee);
  await page.goto(`/room/${id}`);
  await expect(
    page.getByText("A speech model in this page transcribes your words on this device"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Agree to a transcript" }).click();
  await callApi("PUT", `/rooms/${id}/transcript/consent`, {
    token: interviewer.token,
    body: { agree: true },
  });
  // The ticket of the room's socket would expire when the clock is moved ahead.
  const isConnected = page.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await isConnected;

  // Nothing is downloaded before the transcript runs.
  expect(await callHarness("/weights?fault=missing")).toEqual([]);
  await advance(4);
  const failed = page.getByText("The speech model could not be loaded, so your words are missing.");
  await expect(failed).toBeVisible();

  const restartMicrophone = async () => {
    await page.getByRole("button", { name: "Mute microphone", exact: true }).click();
    await expect(page.getByText("Transcript on. Your microphone is off.")).toBeVisible();
    await page.getByRole("button", { name: "Unmute microphone" }).click();
  };
  // The browser must not keep these files for the next attempt.
  await callHarness("/weights?fault=not-weights");
  await restartMicrophone();
  await expect(failed).toBeVisible();

  await callHarness("/weights");
  await restartMicrophone();
  await expect(page.getByText("Transcript on. Your words are being transcribed.")).toBeVisible();
  await expect
    .poll(
      async () => JSON.stringify(await callApi("GET", `/rooms/${id}/record`, { token: interviewer.token })),
      {
        timeout: 120_000,
      },
    )
    .toContain(whisperWords);
  const requested = await callHarness<string[]>("/weights");
  expect([...new Set(requested)].sort()).toEqual([...whisperFiles].sort());
  // Its server stops with the journey.
  await page.close();
});
