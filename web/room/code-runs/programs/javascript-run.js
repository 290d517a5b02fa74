/* Evaluated inside QuickJS before the user's code. It returns functions that the host calls. */
(write) => {
  const widest = 72;
  const deepest = 4;
  const mostItems = 100;

  const isName = (key) => /^[A-Za-z_$][\w$]*$/.test(key);

  /** Formats a value for people, as it would appear in code, with nested values shortened. */
  function inspect(value, depth = 0, above = []) {
    if (typeof value === "string") return JSON.stringify(value);
    if (typeof value === "bigint") return `${value}n`;
    if (Object.is(value, -0)) return "-0";
    if (typeof value === "function") return inspectFunction(value);
    if (typeof value !== "object" || value === null) return String(value);
    if (above.includes(value)) return "[Circular]";
    if (value instanceof Error) return describe(value);
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return "Promise {}";
    const inner = (item) => inspect(item, depth + 1, [...above, value]);
    const prefix = prefixOf(value);
    if (depth > deepest) return Array.isArray(value) ? "[…]" : `${prefix}{…}`;
    if (Array.isArray(value)) return around("[", shortened(value, inner), "]");
    if (ArrayBuffer.isView(value) && "length" in value) {
      return prefix + around("[", shortened([...value], inner), "]");
    }
    if (value instanceof Set) return prefix + around("{", shortened([...value], inner), "}");
    if (value instanceof Map) {
      const pair = ([key, item]) => `${inner(key)} => ${inner(item)}`;
      return prefix + around("{", shortened([...value], pair), "}");
    }
    const property = (key) => `${isName(key) ? key : JSON.stringify(key)}: ${inner(value[key])}`;
    return prefix + around("{", shortened(Object.keys(value), property), "}");
  }

  function inspectFunction(value) {
    const kind = /^class\b/.test(Function.prototype.toString.call(value)) ? "class" : "Function";
    return value.name === "" ? `[${kind}]` : `[${kind} ${value.name}]`;
  }

  function prefixOf(value) {
    const name = value.constructor?.name;
    if (value instanceof Map || value instanceof Set) return `${name}(${value.size}) `;
    if (ArrayBuffer.isView(value)) return `${name}(${value.length}) `;
    return name === undefined || name === "Object" || name === "Array" ? "" : `${name} `;
  }

  function shortened(items, each) {
    const shown = items.slice(0, mostItems).map(each);
    return items.length > mostItems ? [...shown, `… ${items.length - mostItems} more`] : shown;
  }

  function around(open, parts, close) {
    if (parts.length === 0) return open + close;
    const line = parts.join(", ");
    if (line.length <= widest && !line.includes("\n")) {
      return open === "{" ? `{ ${line} }` : open + line + close;
    }
    return `${open}\n${parts.map((part) => `  ${part.replaceAll("\n", "\n  ")}`).join(",\n")}\n${close}`;
  }

  /** Formats an error with its origin; of the stack, only the lines of the user's code. */
  function describe(error) {
    if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
    const own = String(error.stack ?? "")
      .split("\n")
      .filter((line) => line.includes("main.js"));
    const cause = error.cause === undefined ? [] : [`Caused by ${describe(error.cause)}`];
    return [`${error.name}: ${error.message}`, ...own, ...cause].join("\n");
  }

  const say = (...values) => {
    const words = values.map((value) => (typeof value === "string" ? value : inspect(value)));
    write(`${words.join(" ")}\n`);
  };
  globalThis.console = {
    log: say,
    info: say,
    debug: say,
    warn: say,
    error: say,
    table: say,
    dir: (value) => say(value),
  };

  let timers = [];
  let lastTimer = 0;
  const begin =
    (repeat) =>
    (action, delay, ...values) => {
      const wait = Math.max(0, Number(delay) || 0);
      lastTimer += 1;
      timers.push({
        id: lastTimer,
        due: Date.now() + wait,
        every: repeat ? Math.max(1, wait) : null,
        action,
        values,
      });
      return lastTimer;
    };
  const end = (id) => {
    timers = timers.filter((timer) => timer.id !== id);
  };
  Object.assign(globalThis, {
    setTimeout: begin(false),
    setInterval: begin(true),
    clearTimeout: end,
    clearInterval: end,
    queueMicrotask: (action) => {
      Promise.resolve().then(() => action());
    },
  });

  return {
    inspect,
    describe,
    /** Milliseconds until the next timer is due, -1 without any. */
    untilNextTimer() {
      if (timers.length === 0) return -1;
      return Math.max(0, Math.min(...timers.map(({ due }) => due)) - Date.now());
    },
    /** Runs the timer that is due first. */
    fireTimer() {
      const [timer] = timers.toSorted((one, other) => one.due - other.due || one.id - other.id);
      if (timer.every === null) end(timer.id);
      else timer.due += timer.every;
      timer.action(...timer.values);
    },
  };
};
