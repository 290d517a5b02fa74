import "@fastify/multipart";
import {
  addUtteranceAudio as addUtteranceAudioEndpoint,
  addUtterance as addUtteranceEndpoint,
  correctUtterance as correctUtteranceEndpoint,
  deleteTranscript as deleteTranscriptEndpoint,
  finishCorrections as finishCorrectionsEndpoint,
  setConsent as setConsentEndpoint,
} from "@greenroom/contract/room/transcript.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { addUtterance } from "./add-utterance.ts";
import { addUtteranceAudio } from "./add-utterance-audio.ts";
import { correctUtterance } from "./correct-utterance.ts";
import { deleteTranscript } from "./delete-transcript.ts";
import { finishCorrections } from "./finish-corrections.ts";
import { readAudio } from "./read-audio.ts";
import { setConsent } from "./set-consent.ts";

export function registerTranscriptRoutes(app: FastifyInstance, deps: Deps): void {
  const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

  bind(app, deps, setConsentEndpoint, ({ actor, params, body }) =>
    setConsent(deps, actor, { bookingId: params.id, agree: body.agree }),
  );
  bind(app, deps, addUtteranceEndpoint, async ({ actor, params, body }) => {
    const { startedSecondsAgo, durationSeconds, ...said } = body;
    const now = deps.clock.now();
    const startedAt = secondsBefore(now, startedSecondsAgo);
    const endedAt = secondsBefore(now, Math.max(0, startedSecondsAgo - durationSeconds));
    const utterance = await addUtterance(deps, actor, { ...said, bookingId: params.id, startedAt, endedAt });
    return { id: utterance.id, at: utterance.startedAt.toISOString() };
  });
  bind(app, deps, addUtteranceAudioEndpoint, async ({ actor, params, query, request }) => {
    const { startedSecondsAgo, ...said } = query;
    const startedAt = secondsBefore(deps.clock.now(), startedSecondsAgo);
    const audio = await readAudio(request);
    const utterance = await addUtteranceAudio(deps, actor, {
      ...said,
      bookingId: params.id,
      startedAt,
      audio,
    });
    return utterance && { id: utterance.id, at: utterance.startedAt.toISOString(), text: utterance.text };
  });
  bind(app, deps, correctUtteranceEndpoint, ({ actor, params, body }) =>
    correctUtterance(deps, actor, { bookingId: params.id, utteranceId: params.utteranceId, text: body.text }),
  );
  bind(app, deps, finishCorrectionsEndpoint, ({ actor, params }) =>
    finishCorrections(deps, actor, params.id),
  );
  bind(app, deps, deleteTranscriptEndpoint, async ({ actor, params }) => {
    await deleteTranscript(deps, actor, params.id);
    return undefined;
  });
}
