/* The sandbox's checkout. It defines `window.Razorpay` with the part of Razorpay's interface that we use
   (razorpay.com/docs/payments/payment-gateway/web-integration/standard), so the page works the same with
   both. It is loaded on demand, and works under a strict policy: no inline handler, no eval, and styles
   from a constructed style sheet. */
(() => {
  const css = `
    dialog {
      box-sizing: border-box; width: min(26rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); overflow: auto;
      padding: 1.75rem; border: 1px solid light-dark(#e3ddd0, #2b3d35); border-radius: 1rem; pointer-events: auto;
      background: light-dark(#ffffff, #14211c); color: light-dark(#12211b, #eef2ee);
      font: 1rem/1.5 "Inter Variable", Inter, system-ui, sans-serif; box-shadow: 0 24px 60px rgb(0 0 0 / 0.28);
    }
    dialog::backdrop { background: rgb(8 20 15 / 0.6); }
    .top { display: flex; justify-content: space-between; align-items: start; gap: 1rem; }
    h2 { margin: 0; font-size: 1.125rem; line-height: 1.3; }
    p { margin: 0.25rem 0 0; }
    .quiet { color: light-dark(#4b5a53, #b6c4bc); font-size: 0.9375rem; overflow-wrap: anywhere; }
    .amount { margin-top: 1rem; font-size: 2.25rem; font-weight: 650; font-variant-numeric: tabular-nums; }
    .note {
      margin-top: 1rem; padding: 0.75rem 1rem; border-radius: 0.75rem; font-size: 0.9375rem;
      background: light-dark(#fdf1d6, #3a3013); color: light-dark(#5c4206, #f6dda0);
    }
    .choices { display: grid; gap: 0.625rem; margin-top: 1.25rem; }
    button {
      min-height: 2.75rem; padding: 0.5rem 1.25rem; border-radius: 999px; font: inherit; font-weight: 600; cursor: pointer;
      border: 1px solid light-dark(#8a958f, #71857b); background: transparent; color: inherit;
    }
    button.pay { border-color: transparent; background: light-dark(#0d5c45, #59c79c); color: light-dark(#ffffff, #08160f); }
    button.leave { min-height: 2.25rem; padding: 0.25rem 0.875rem; font-size: 0.9375rem; }
    button:focus-visible { outline: 3px solid light-dark(#0d5c45, #f5b63f); outline-offset: 2px; }
    button[aria-disabled="true"] { opacity: 0.55; cursor: default; }
    .status { min-height: 1.5rem; margin-top: 0.75rem; font-size: 0.9375rem; }
  `;

  /** Creates an element with text and children; text never becomes markup. */
  function element(name, { className, text, ...attributes } = {}, ...children) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  /** Formats paise for people. */
  function money(amount, currency) {
    const digits = amount % 100 === 0 ? 0 : 2;
    const format = {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    };
    return new Intl.NumberFormat("en-IN", format).format(amount / 100);
  }

  async function settle(orderId, outcome) {
    const response = await fetch(`/api/sandbox/orders/${encodeURIComponent(orderId)}/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ outcome }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.msg);
    return answer;
  }

  function draw(options, onChoose, onLeave) {
    const host = element("div");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
    const price = money(Number(options.amount), options.currency ?? "INR");
    const choices = [
      ["success", `Pay ${price}`, "pay"],
      ["failure", "Let the payment fail", ""],
      ["closed", "Close the window after paying", ""],
    ].map(([outcome, text, className]) => {
      const button = element("button", { type: "button", text, className });
      button.addEventListener("click", () => onChoose(outcome));
      return button;
    });
    const leave = element("button", { type: "button", className: "leave", text: "Leave" });
    leave.addEventListener("click", onLeave);
    const status = element("p", { className: "status", role: "status" });
    const heading = element(
      "div",
      {},
      element("h2", { id: "title", text: options.name ?? "Checkout" }),
      element("p", { className: "quiet", text: options.description ?? "" }),
    );
    const dialog = element(
      "dialog",
      { "aria-labelledby": "title", "aria-describedby": "note" },
      element("div", { className: "top" }, heading, leave),
      element("p", { className: "amount", text: price }),
      element("p", { className: "quiet", text: options.prefill?.email ?? "" }),
      element("p", {
        className: "note",
        id: "note",
        text: "This is a practice checkout: no money moves. The last two show what happens when a bank says no, and when this window closes before we hear from it.",
      }),
      element("div", { className: "choices" }, ...choices),
      status,
    );
    // Escape triggers the dialog's "cancel" event; the browser keeps the focus inside and restores it
    // afterwards.
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      onLeave();
    });
    root.append(dialog);
    return { host, dialog, status, buttons: [...choices, leave], first: choices[0] };
  }

  class Razorpay {
    #options;
    #listeners = new Map();
    #drawn = null;
    #isBusy = false;

    constructor(options) {
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#drawn) return;
      this.#drawn = draw(
        this.#options,
        (outcome) => this.#choose(outcome),
        () => this.#leave(),
      );
      document.body.append(this.#drawn.host);
      this.#drawn.dialog.showModal();
      this.#drawn.first.focus();
    }

    close() {
      if (!this.#drawn) return;
      this.#drawn.dialog.close();
      this.#drawn.host.remove();
      this.#drawn = null;
    }

    #leave() {
      // The request is in progress, and closing now would hide its result.
      if (this.#isBusy) return;
      this.close();
      this.#options.modal?.ondismiss?.();
    }

    async #choose(outcome) {
      if (this.#isBusy) return;
      this.#setBusy(true, "One moment…");
      let answer;
      try {
        answer = await settle(this.#options.order_id, outcome);
      } catch (error) {
        const reason = error instanceof TypeError ? "The checkout cannot be reached." : error.message;
        this.#setBusy(false, `${reason} Please try again.`);
        return;
      }
      this.#setBusy(false, "");
      this.close();
      if (answer.error) for (const tell of this.#listeners.get("payment.failed") ?? []) tell(answer);
      if (answer.error || answer.closed) this.#options.modal?.ondismiss?.();
      else this.#options.handler?.(answer);
    }

    #setBusy(isBusy, words) {
      this.#isBusy = isBusy;
      this.#drawn.status.textContent = words;
      for (const button of this.#drawn.buttons) button.setAttribute("aria-disabled", String(isBusy));
    }
  }

  window.Razorpay = Razorpay;
})();
