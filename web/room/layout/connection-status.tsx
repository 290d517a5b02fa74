interface ConnectionStatusProps {
  /** The connection to the server. */
  connected: boolean;
  /** The call with the other participant was connected, and the connection was lost. */
  isCallInterrupted?: boolean;
}

/** Names the lost connection and its consequences. It recovers automatically. */
export function ConnectionStatus({ connected, isCallInterrupted = false }: ConnectionStatusProps) {
  return (
    <div role="status">
      {(!connected || isCallInterrupted) && (
        <p className="bg-accent-tint px-5 py-2 text-center text-sm font-medium text-amber">
          {connected ? callInterruptedText : connectionLostText()}
        </p>
      )}
    </div>
  );
}

const callInterruptedText = "Video and sound were lost. Reconnecting… Code and chat still work.";

function connectionLostText(): string {
  const cause = navigator.onLine ? "The connection was lost. Reconnecting…" : "You are offline.";
  return `${cause} The clock keeps running; you'll be reconnected automatically.`;
}
