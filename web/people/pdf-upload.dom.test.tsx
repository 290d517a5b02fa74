import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { UploadProgress } from "./pdf-upload.tsx";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds));
const isHintShown = () => screen.queryByText(/^Still sending….*Keep this page open\.$/) !== null;

it("says so of an upload only while no more of the file leaves", async () => {
  const { rerender } = render(<UploadProgress name="resume.pdf" progress={0.2} />);
  await pass(4_000);
  rerender(<UploadProgress name="resume.pdf" progress={0.4} />);
  await pass(4_000);
  expect(isHintShown()).toBe(false);
  await pass(1_100);
  expect(isHintShown()).toBe(true);
  rerender(<UploadProgress name="resume.pdf" progress={1} />);
  expect(isHintShown()).toBe(false);
  await pass(5_100);
  expect(screen.getByText(/^Still checking…/)).toBeDefined();
});
