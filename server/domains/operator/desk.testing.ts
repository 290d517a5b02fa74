/* For tests only. Declares the part of the test app that it uses, because product folders may not import test
   code. */

interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response and assert its shape
  body: any;
}

interface TestApp {
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<ApiResponse>;
}

/** Previews an action and confirms it as an operator does, with the text that the preview asks for. */
export async function confirmAction(
  app: TestApp,
  { token }: { token: string },
  path: string,
  body: object = {},
  { reason = "Asked for by mail", method = "POST" }: { reason?: string; method?: string } = {},
): Promise<ApiResponse> {
  const preview = await app.call("POST", `${path}/preview`, { token, body });
  if (preview.status !== 200) return preview;
  const { version, typedConfirmation } = preview.body;
  return await app.call(method, path, {
    token,
    body: { ...body, reason, version, ...(typedConfirmation === null ? {} : { typed: typedConfirmation }) },
  });
}
