/* For tests only. Declares the part of the test app that it uses, because product folders may not import test
   code. */

interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response and assert its shape
  body: any;
}

/** The id that the undo of an action would act on. */
export const undoneId = ({ body }: ApiResponse): string => body.undo.path.split("/").at(-2);

interface TestApp {
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<ApiResponse>;
}

/** Lines whose text is a value or what somebody wrote, and no sentence. */
const valueLabels: readonly string[] = [
  ...["Account", "Applicant", "Now", "Proposed", "Reference", "To", "Together", "Your text"],
  ...["First name", "Last name", "Mobile number"],
];
const address = /^[^\s@]+@[^\s@]+/;
const rawNames = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z]+_[a-z]+\b|undefined|null|NaN|\[object/;

/** Throws unless each line of a preview is a capitalized label with sentences that begin with a capital and end with one full stop. */
export function checkPreviewLines(lines: readonly { label: string; text: string }[]): void {
  for (const { label, text } of lines) {
    const isValue = valueLabels.includes(label.replace(/^\d+\. /, ""));
    const begins = isValue || /^[“A-Z0-9₹]/.test(text) || address.test(text);
    const ends = isValue || (/[.!?][”]?$/.test(text) && !text.endsWith(".."));
    const isClear = isValue || !rawNames.test(text.replaceAll(/[^\s@]+@[^\s@]+/g, ""));
    if (!/^[A-Z0-9]/.test(label) || !begins || !ends || !isClear)
      throw new Error(`a preview must be in sentences: ${label}: ${text}`);
  }
}

/** The preview of an action. */
export const previewAction = (app: TestApp, { token }: { token: string }, path: string, body: object = {}) =>
  app.call("POST", `${path}/preview`, { token, body });

/** Previews an action and confirms it as an operator does, with the text that the preview asks for. */
export async function confirmAction(
  app: TestApp,
  { token }: { token: string },
  path: string,
  body: object = {},
  { reason = "Asked for by email", method = "POST" }: { reason?: string; method?: string } = {},
): Promise<ApiResponse> {
  const preview = await previewAction(app, { token }, path, body);
  if (preview.status !== 200) return preview;
  checkPreviewLines(preview.body.lines);
  const { version, typedConfirmation } = preview.body;
  return await app.call(method, path, {
    token,
    body: { ...body, reason, version, ...(typedConfirmation === null ? {} : { typed: typedConfirmation }) },
  });
}
