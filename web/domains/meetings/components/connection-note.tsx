interface ConnectionNoteProps {
  /** The line to the server. */
  connected: boolean;
  /** The call with the other one stood, and was cut. */
  isCallCut?: boolean;
}

/** What is cut, in words, with what that means. It comes back by itself. */
export function ConnectionNote({ connected, isCallCut = false }: ConnectionNoteProps) {
  return (
    <div role="status">
      {(!connected || isCallCut) && (
        <p className="bg-spot-tint px-5 py-2 text-center text-sm font-medium text-amber">
          {connected ? callWords : lineWords()}
        </p>
      )}
    </div>
  );
}

const callWords = "Picture and sound are cut. Reconnecting… Code and chat still reach each other.";

function lineWords(): string {
  const cause = navigator.onLine ? "The connection was lost. Reconnecting…" : "You are offline.";
  return `${cause} The clock goes on, and this page comes back by itself.`;
}
