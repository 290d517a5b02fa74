/*
 * The equivalent of checkout.razorpay.com/v1/checkout.js, according to its documentation
 * (razorpay.com/docs/payments/payment-gateway/web-integration/standard): `new Razorpay(options)`,
 * `on("payment.failed")`, `open()`, `close()`. Opens a frame from the provider's host over the whole page. A failed
 * payment leaves it open for another attempt.
 */
(() => {
  const home = new URL(document.currentScript.src).origin;

  class Razorpay {
    #options;
    #listeners = new Map();
    #holder = null;

    constructor(options) {
      if (!options?.key) throw new Error("`key` is a required field");
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    }

    open() {
      if (this.#holder) return;
      const { key, order_id, amount, currency, name, description, prefill } = this.#options;
      const frame = document.createElement("iframe");
      frame.className = "razorpay-checkout-frame";
      frame.title = "Razorpay Checkout";
      frame.src = `${home}/v1/checkout/public?${new URLSearchParams({
        key_id: key,
        order_id,
        amount,
        currency,
        name,
        description,
        email: prefill?.email ?? "",
        origin: location.origin,
      })}`;
      frame.style.cssText = "width: 100%; height: 100%; border: 0";
      this.#holder = document.createElement("div");
      this.#holder.className = "razorpay-container";
      this.#holder.style.cssText = "position: fixed; inset: 0; z-index: 2147483647";
      this.#holder.append(frame);
      document.body.append(this.#holder);
      addEventListener("message", this.#hear);
    }

    close() {
      removeEventListener("message", this.#hear);
      this.#holder?.remove();
      this.#holder = null;
    }

    #hear = ({ origin, source, data }) => {
      const frame = this.#holder?.querySelector("iframe");
      if (origin !== home || source !== frame?.contentWindow) return;
      if (data.event === "failed") {
        for (const tell of this.#listeners.get("payment.failed") ?? []) tell(data.answer);
        return;
      }
      this.close();
      if (data.event === "complete") this.#options.handler?.(data.answer);
      else this.#options.modal?.ondismiss?.();
    };
  }

  window.Razorpay = Razorpay;
})();
