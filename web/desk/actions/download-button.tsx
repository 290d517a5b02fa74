import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorMessage } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { operatorMessages } from "../messages.ts";

interface DownloadProps {
  /** The download. */
  save: UseMutationResult<unknown, Error, void>;
}

interface DownloadButtonProps extends DownloadProps {
  size?: "sm" | "md";
  children?: ReactNode;
}

export function DownloadButton({ save, size = "md", children = "Export as CSV" }: DownloadButtonProps) {
  return (
    <Button
      variant="quiet"
      size={size}
      pending={save.isPending}
      pendingLabel="Preparing…"
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  );
}

/** The reason why a download failed, below the buttons. */
export function DownloadProblem({ save, className }: DownloadProps & { className?: string }) {
  return (
    <StatusMessage
      className={className}
      message={save.error === null ? null : errorMessage(save.error, operatorMessages.action)}
      tone="bad"
    />
  );
}
