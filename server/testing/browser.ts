import type { ApiResponse, TestApp } from "./app.ts";

/** A browser that keeps its cookies, with its own network address (`GREENROOM_TRUSTED_PROXIES=1`). */
export interface TestBrowser {
  post(path: string, body: unknown, token?: string): Promise<ApiResponse>;
  /** The complete `Set-Cookie` header of the last response. */
  setCookie(): string;
}

export const chromeOnWindows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

export function openBrowser(
  app: TestApp,
  { address = "203.0.113.1", userAgent = chromeOnWindows } = {},
): TestBrowser {
  let cookie: string | null = null;
  return {
    async post(path, body, token) {
      const answer = await app.call("POST", path, {
        body,
        token,
        headers: {
          "user-agent": userAgent,
          "x-forwarded-for": address,
          ...(cookie === null ? {} : { cookie: cookie.split(";")[0] as string }),
        },
      });
      cookie = answer.headers.get("set-cookie") ?? cookie;
      return answer;
    },
    setCookie: () => cookie ?? "",
  };
}
