import * as room from "@greenroom/contract/room/room.ts";
import * as questions from "@greenroom/contract/room/room-questions.ts";
import * as record from "@greenroom/contract/room/room-record.ts";
import * as transcript from "@greenroom/contract/room/transcript.ts";
import { getBoard } from "@greenroom/contract/room/whiteboard.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../kernel/deps.ts";
import { bind } from "../kernel/http/bind.ts";
import { endQuestion, listAsked, saveMarks, showHint, showQuestion } from "./questions/asked-questions.ts";
import { readQuestion, searchQuestions } from "./questions/find-questions.ts";
import {
  addFavorite,
  createOwnQuestion,
  deleteOwnQuestion,
  getOwnQuestion,
  listOwnQuestions,
  removeFavorite,
  updateOwnQuestion,
} from "./questions/own-questions.ts";
import { markMoment, readRoomRecord } from "./record/room-record.ts";
import { enterRoom, getNotes, getRoom, issueTicket, saveNotes } from "./rooms.ts";
import { readBoard } from "./whiteboard.ts";
import "@fastify/multipart";
import { deleteTranscript, setConsent } from "./transcript/consent.ts";
import { correctUtterance } from "./transcript/corrections.ts";
import { addUtterance, addUtteranceAudio, readAudio } from "./transcript/utterances.ts";

export function registerRoomRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, room.getRoom, ({ actor, params }) => getRoom(deps, actor, params.id));
  bind(app, deps, room.enterRoom, ({ actor, params }) => enterRoom(deps, actor, params.id));
  bind(app, deps, room.issueTicket, ({ actor, params }) => issueTicket(deps, actor, params.id));
  bind(app, deps, record.getRoomRecord, ({ actor, params }) => readRoomRecord(deps, actor, params.id));
  bind(app, deps, getBoard, ({ actor, params }) => readBoard(deps, actor, params.id));
  bind(app, deps, record.markMoment, ({ actor, params, body }) =>
    markMoment(deps, actor, { ...body, bookingId: params.id }),
  );
  bind(app, deps, room.getNotes, ({ actor, params }) => getNotes(deps, actor, params.id));
  bind(app, deps, room.saveNotes, ({ actor, params, body }) => saveNotes(deps, actor, params.id, body.body));
}

export function registerRoomQuestionRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, deps, questions.searchRoomQuestions, ({ actor, params, query }) =>
    searchQuestions(deps, actor, { ...query, bookingId: params.id }),
  );
  bind(app, deps, questions.readRoomQuestion, ({ actor, params }) =>
    readQuestion(deps, actor, { bookingId: params.id, questionId: params.questionId }),
  );
  bind(app, deps, questions.listAskedQuestions, async ({ actor, params }) => ({
    questions: await listAsked(deps, actor, params.id),
  }));
  bind(app, deps, questions.showQuestion, ({ actor, params, body }) =>
    showQuestion(deps, actor, { ...body, bookingId: params.id }),
  );
  bind(app, deps, questions.showHint, ({ actor, params, body }) =>
    showHint(deps, actor, { ...body, bookingId: params.id, askedId: params.askedId }),
  );
  bind(app, deps, questions.endQuestion, ({ actor, params }) =>
    endQuestion(deps, actor, { bookingId: params.id, askedId: params.askedId }),
  );
  bind(app, deps, questions.saveQuestionMarks, ({ actor, params, body }) =>
    saveMarks(deps, actor, { ...body, bookingId: params.id, askedId: params.askedId }),
  );

  bind(app, deps, questions.listOwnQuestions, async ({ actor }) => ({
    questions: await listOwnQuestions(deps, actor),
  }));
  bind(app, deps, questions.getOwnQuestion, ({ actor, params }) => getOwnQuestion(deps, actor, params.id));
  bind(app, deps, questions.createOwnQuestion, ({ actor, body }) => createOwnQuestion(deps, actor, body));
  bind(app, deps, questions.updateOwnQuestion, ({ actor, params, body }) =>
    updateOwnQuestion(deps, actor, { ...body, id: params.id }),
  );
  bind(app, deps, questions.deleteOwnQuestion, ({ actor, params }) =>
    deleteOwnQuestion(deps, actor, params.id),
  );
  bind(app, deps, questions.addFavorite, ({ actor, params }) => addFavorite(deps, actor, params.questionId));
  bind(app, deps, questions.removeFavorite, ({ actor, params }) =>
    removeFavorite(deps, actor, params.questionId),
  );
}

export function registerTranscriptRoutes(app: FastifyInstance, deps: Deps): void {
  const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);

  bind(app, deps, transcript.setConsent, ({ actor, params, body }) =>
    setConsent(deps, actor, { bookingId: params.id, agree: body.agree }),
  );
  bind(app, deps, transcript.addUtterance, async ({ actor, params, body }) => {
    const { startedSecondsAgo, durationSeconds, ...said } = body;
    const now = deps.clock.now();
    const startedAt = secondsBefore(now, startedSecondsAgo);
    const endedAt = secondsBefore(now, Math.max(0, startedSecondsAgo - durationSeconds));
    const utterance = await addUtterance(deps, actor, { ...said, bookingId: params.id, startedAt, endedAt });
    return { id: utterance.id, at: utterance.startedAt.toISOString() };
  });
  bind(app, deps, transcript.addUtteranceAudio, async ({ actor, params, query, request }) => {
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
  bind(app, deps, transcript.correctUtterance, ({ actor, params, body }) =>
    correctUtterance(deps, actor, { bookingId: params.id, utteranceId: params.utteranceId, text: body.text }),
  );
  bind(app, deps, transcript.deleteTranscript, ({ actor, params }) =>
    deleteTranscript(deps, actor, params.id),
  );
}
