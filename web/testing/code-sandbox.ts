import { waitFor } from "@testing-library/react";
import type { GlobalWindow } from "happy-dom";
import type { ProgramMessage, ProgramRequest } from "../room/code-runs/program-messages.ts";

// Otherwise every frame logs that it may not load.
(window as unknown as GlobalWindow).happyDOM.settings.enableIframePageLoading = true;

/** The program in a frame: the requests that it received, and what it answers. */
export interface SandboxProgram {
  requests: ProgramRequest[];
  send(...messages: ProgramMessage[]): void;
}

const opened = new WeakSet<HTMLIFrameElement>();

/** Stands in for the next frame that runs code: takes the port that the page gives to it, and answers on it. */
export async function openSandboxProgram(): Promise<SandboxProgram> {
  const frame = await waitFor(() => {
    const found = [...document.querySelectorAll("iframe")].find((candidate) => !opened.has(candidate));
    if (found === undefined) throw new Error("there is no frame yet");
    return found;
  });
  opened.add(frame);
  const port = await new Promise<MessagePort>((resolve) => {
    const contentWindow = {
      postMessage: (_program: unknown, _origin: string, [sent]: [MessagePort]) => resolve(sent),
    };
    Object.defineProperty(frame, "contentWindow", { value: contentWindow });
    dispatchEvent(new MessageEvent("message", { data: "here", source: contentWindow as unknown as Window }));
  });
  const requests: ProgramRequest[] = [];
  port.onmessage = ({ data }: MessageEvent<ProgramRequest>) => void requests.push(data);
  return {
    requests,
    send: (...messages) => {
      for (const message of messages) port.postMessage(message);
    },
  };
}
