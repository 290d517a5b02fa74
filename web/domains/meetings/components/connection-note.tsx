/** The line to the server is cut: said in words, with what that means. It comes back by itself. */
export function ConnectionNote({ connected }: { connected: boolean }) {
  return (
    <div role="status">
      {!connected && (
        <p className="bg-spot-tint px-5 py-2 text-center text-sm font-medium text-amber">
          {navigator.onLine ? "The connection was lost. Reconnecting…" : "You are offline."} The clock goes
          on, and this page comes back by itself.
        </p>
      )}
    </div>
  );
}
