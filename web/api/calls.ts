import { ApiError, type CallArguments, type CallInput, call, currentToken, NetworkError } from "./client.ts";
import type { EndpointName, OutputOf } from "./endpoints.ts";

/** How often a request is sent whose answer was lost, and how long to wait in between. */
const attempts = 3;
const pauseMilliseconds = 1_500;

/** How long after its last attempt the same click still means the same request. */
const intentMinutes = 5;

interface Request {
  /** The address that it goes to, with everything that names what it changes. */
  to: unknown;
  /** The body, and the values that the person saw when they asked for it. */
  content: unknown;
}

type SendOnce = <Answer>(
  request: Request,
  send: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Answer>;

/** The key of a request whose outcome is not known yet. */
interface Intent {
  to: string;
  key: string;
  /** How many sends are on their way. */
  running: number;
  lastAttemptAt: number;
}

interface SendOnceParts {
  makeKey: () => string;
  pause: (milliseconds: number) => Promise<void>;
  now: () => number;
}

/**
 * Sends a request under one `Idempotency-Key` until the server accepts or refuses it. While the outcome is
 * unknown, sending again, also by the person's next click, counts as the same request and gets the first
 * answer. A request without an answer is sent again too, because a busy server may store it later than the call
 * waits. A key ends some minutes after its last attempt, and when the same address accepts something else:
 * people have seen the outcome by then, so the same click asks for a new change, and the first answer would be wrong.
 */
export function createSendOnce({
  makeKey = () => crypto.randomUUID(),
  pause = (milliseconds) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  now = () => Date.now(),
}: Partial<SendOnceParts> = {}): SendOnce {
  const intents = new Map<string, Intent>();

  function openIntent({ to, content }: Request): Intent {
    for (const [name, { running, lastAttemptAt }] of intents) {
      if (running === 0 && now() - lastAttemptAt > intentMinutes * 60_000) intents.delete(name);
    }
    const name = JSON.stringify([to, content]);
    const known = intents.get(name);
    if (known !== undefined) return known;
    const intent = { to: JSON.stringify(to), key: makeKey(), running: 0, lastAttemptAt: now() };
    intents.set(name, intent);
    return intent;
  }

  function close(closed: (intent: Intent) => boolean): void {
    for (const [name, intent] of intents) if (closed(intent)) intents.delete(name);
  }

  async function sendUntilAnswered<Answer>(
    intent: Intent,
    send: (idempotencyKey: string) => Promise<Answer>,
  ): Promise<Answer> {
    const token = currentToken();
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await send(intent.key);
        close((other) => other === intent || (other.to === intent.to && other.running === 0));
        return answer;
      } catch (error) {
        if (isRefusal(error)) close((other) => other === intent);
        if (!isUncertain(error)) throw error;
        if (attempt < attempts) await pause(pauseMilliseconds * attempt);
        // Somebody else may have signed in on this page meanwhile, and the change would be made for them.
        const mayRepeat = attempt < attempts && currentToken() === token;
        if (!mayRepeat) throw error instanceof NetworkError ? repeatable(error) : error;
      }
    }
  }

  return async (request, send) => {
    const intent = openIntent(request);
    intent.running += 1;
    try {
      return await sendUntilAnswered(intent, send);
    } finally {
      intent.running -= 1;
      intent.lastAttemptAt = now();
    }
  };
}

function repeatable(cause: NetworkError): NetworkError {
  return new NetworkError(cause.message, { cause, timedOut: cause.timedOut, canRepeat: true });
}

/** True when the change may have been made despite the error. */
function isUncertain(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/**
 * True when the server has refused this request, which ends its key. After 401 and 429 an earlier attempt may
 * still have been accepted, and the same request can be sent again later.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;
}

export const sendOnce = createSendOnce();

/**
 * Like `call`, for a change that must happen once, however unreliable the connection is. `seen` is the state that the
 * change begins from, where the same input asks for another change in another state, such as the next hint.
 */
export function callOnce<Name extends EndpointName>(
  endpoint: Name,
  input: CallInput<Name>,
  seen?: unknown,
): Promise<OutputOf<Name>> {
  const { params, ...content } = input as { params?: unknown };
  return sendOnce({ to: [endpoint, params], content: [content, seen] }, (idempotencyKey) =>
    call(endpoint, ...([{ ...input, idempotencyKey }] as unknown as CallArguments<Name>)),
  );
}
