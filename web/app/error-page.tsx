import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { StatusLight } from "../ui/status.tsx";

/** Shown when a page failed. It has plain links, because the router's own data may be the cause. */
export function ErrorPage({
  message = "Something on this page went wrong.",
}: {
  message?: string | undefined;
}) {
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-16">
      <div role="alert" className="grid max-w-md justify-items-center gap-5 text-center">
        <StatusLight status="bad">Page error</StatusLight>
        <h1 className="text-2xl">{message}</h1>
        <p className="text-ink-2">
          Nothing you have booked or paid for is lost. Try again, or start over from home.
        </p>
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={() => window.location.reload()}>Try again</Button>
          <a href={paths.home} className={buttonClass({ variant: "quiet" })}>
            Back to home
          </a>
        </div>
      </div>
    </main>
  );
}
