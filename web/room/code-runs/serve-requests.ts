import type { StartMessage } from "./sandbox.ts";

type Send<Message> = (message: Message | StartMessage) => void;

/** The worker's side of a sandbox: starts with the files from the page, then answers each request that it receives. */
export function serveRequests<Request, Message>(
  start: (files: ArrayBuffer[], send: Send<Message>) => Promise<(request: Request) => Promise<void>>,
): void {
  addEventListener(
    "message",
    async ({ data, ports: [port] }: MessageEvent<ArrayBuffer[]>) => {
      if (port === undefined) return;
      const send: Send<Message> = (message) => port.postMessage(message);
      try {
        const answer = await start(data, send);
        port.onmessage = ({ data: request }: MessageEvent<Request>) => answer(request);
        send({ type: "ready" });
      } catch (error) {
        console.error(error);
        send({ type: "broken" });
      }
    },
    { once: true },
  );
}
