import type { ReactNode } from "react";
import { StatusLight } from "./status-light.tsx";

/** The place of notices that cover the foot of the page and remove nothing. Always there, so that they are announced. */
export function FootNotices({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-0 bottom-20 z-50 px-4 md:bottom-6">
      {children}
    </div>
  );
}

interface FootNoticeProps {
  message: string;
  /** The button or link that follows the message. */
  children: ReactNode;
}

export function FootNotice({ message, children }: FootNoticeProps) {
  return (
    <div
      data-theme="dark"
      className="animate-rise pointer-events-auto mx-auto mt-2 flex w-fit max-w-full flex-wrap items-center justify-center gap-x-5 gap-y-2 rounded-md border border-dark-line bg-dark px-5 py-3 text-on-dark shadow-high"
    >
      <StatusLight status="wait" className="text-base">
        {message}
      </StatusLight>
      {children}
    </div>
  );
}
