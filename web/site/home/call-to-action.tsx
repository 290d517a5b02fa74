import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/actions/button-class.ts";

export function CallToAction() {
  return (
    <section aria-labelledby="cta-title" className="page pt-20 sm:pt-28">
      <div className="grid justify-items-center gap-5 rounded-lg border border-green-line bg-green-tint px-6 py-14 text-center sm:py-16">
        <h2 id="cta-title" className="max-w-xl text-3xl">
          Your next interview could be your second.
        </h2>
        <p className="max-w-md text-lg text-ink-2">Do the first one here, where mistakes cost nothing.</p>
        <Link to={paths.signUp} className={buttonClass({ size: "lg" })}>
          Get Started
        </Link>
        <p className="max-w-md text-balance text-ink-2">
          Or{" "}
          <Link to={paths.practice} className="link inline-block min-h-6">
            practice alone
          </Link>{" "}
          first: timed rounds and drills are free, without a plan.
        </p>
      </div>
    </section>
  );
}
