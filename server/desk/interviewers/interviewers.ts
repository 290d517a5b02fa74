import * as contract from "@greenroom/contract/desk/interviewers.ts";
import {
  type ApplicationDetail,
  type ApplicationRow,
  type ApplicationState,
  type InterviewerQuality,
  minComparedInterviews,
} from "@greenroom/contract/desk/interviewers.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Database } from "../../kernel/db/database.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import type { Deps } from "../../kernel/deps.ts";
import { bind } from "../../kernel/http/bind.ts";
import { sendBytes } from "../../kernel/http/uploads-and-downloads.ts";
import { findPeople, findUserRoleByEmail } from "../../people/accounts/profile.ts";
import {
  type ApplicationRecord,
  getApplicationRecord,
  listApplicationRecords,
  listApplicationsOf,
  listSteps,
} from "../../people/interviewers/applications.ts";
import { probationInterviews } from "../../people/interviewers/invitations.ts";
import { feedbackMinutes, isHeld } from "../figures/compute-day.ts";
import { bindList, recordDataView } from "../list.ts";

/** Interviewers at the operator's desk: their quality, and applications. */
export function registerInterviewerDeskRoutes(app: FastifyInstance, deps: Deps): void {
  bindList(app, deps, contract.listInterviewerQuality, {
    read: ({ query }) => listQuality(deps.database, query),
    present: (row) => row,
  });
  bindList(app, deps, contract.listApplications, {
    view: "applications-viewed",
    read: ({ query: { state, ...page } }) => listApplicationRecords(deps.database, state, page),
    present: presentRow,
  });
  bind(app, deps, contract.getApplication, ({ actor, params }) => getApplication(deps, actor, params.id));
  bind(app, deps, contract.exportApplication, async ({ actor, params, reply }) => {
    const content = await exportApplications(deps, actor, params.id);
    return sendBytes(reply, { content, contentType: "application/json", fileName: "application.json" });
  });
}

type Row = Pick<ApplicationRecord, "id" | "name" | "email" | "years" | "roles" | "state" | "submittedAt">;

const presentRow = (row: Row): ApplicationRow => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  years: row.years,
  roles: row.roles,
  state: row.state,
  submittedAt: row.submittedAt.toISOString(),
});

/** One application with its steps. Reading it is audited. Throws `not_found`. */
async function getApplication(deps: Deps, actor: Actor, id: string): Promise<ApplicationDetail> {
  const application = await getApplicationRecord(deps.database, id);
  const steps = await listSteps(deps.database, id);
  const people = await findPeople(
    deps.database,
    steps.map(({ takenBy }) => takenBy),
  );
  await recordDataView(deps, actor, "application-viewed", `application:${id}`);
  return {
    ...presentRow(application),
    experience: application.experience,
    levels: application.levels,
    profileUrl: application.profileUrl,
    availability: application.availability,
    sampleReview: application.sampleReview,
    accountId: (await findUserRoleByEmail(deps.database, application.email))?.id ?? null,
    steps: steps.map(({ state, text, takenBy, takenAt }) => {
      const person = people.get(takenBy);
      return {
        state: state as ApplicationState,
        text,
        by: { _id: takenBy, name: person === undefined ? "" : fullName(person) },
        at: takenAt.toISOString(),
      };
    }),
  };
}

/**
 * Exports all applications from the address of this one, as JSON. The export is audited. Throws `not_found`.
 */
async function exportApplications(deps: Deps, actor: Actor, id: string): Promise<Buffer> {
  const { email } = await getApplicationRecord(deps.database, id);
  const applications = await listApplicationsOf(deps.database, email);
  await recordDataView(deps, actor, "application-exported", `application:${id}`);
  return Buffer.from(JSON.stringify({ madeAt: deps.clock.now().toISOString(), applications }, null, 2));
}

/**
 * How many of the newest interviews and ratings the figures cover. A fixed number keeps the cost the same for
 * every interviewer.
 */
const lastInterviews = 20;
const lastRatings = 10;
/** An interview has a score for each of about eight areas. */
const lastScoresOfOthers = 160;
const maxCounted = 100;
/** An interviewer who enters so many minutes after the start is still punctual. */
const graceMinutes = 2;

const byName = orderBy("asc", ["text", "firstName"], ["text", "lastName"], ["id", "id"]);

/** A page of interviewers by name, with the figures of their quality. */
async function listQuality(
  database: Database,
  { limit = 25, after }: PageQuery,
): Promise<Page<InterviewerQuality>> {
  const query = database
    .selectFrom("users")
    .select(["id", "firstName", "lastName", "blockedAt"])
    .where("role", "=", "interviewer")
    .where("deletedAt", "is", null);
  const { rows: people, next } = await readPage(query, byName, { limit, after });
  const figures = await selectFigures(
    database,
    people.map(({ id }) => id),
  );
  const rows = people.map(({ id, firstName, lastName, blockedAt }) => {
    const { interviewerId: _id, ...own } = figures.get(id) as Figures;
    return {
      _id: id,
      name: fullName({ firstName, lastName }),
      isBlocked: blockedAt !== null,
      isOnProbation: own.completed < probationInterviews,
      ...own,
    };
  });
  return { rows, next };
}

type Figures = Omit<InterviewerQuality, "_id" | "name" | "isBlocked" | "isOnProbation"> & {
  interviewerId: string;
};

/** The figures of one interviewer's quality. */
export async function findQuality(database: Database, interviewerId: string): Promise<Figures> {
  return (await selectFigures(database, [interviewerId])).get(interviewerId) as Figures;
}

/** Everybody has figures, if only of nothing. */
async function selectFigures(database: Database, ids: string[]): Promise<Map<string, Figures>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Figures>`
    select person.id as interviewer_id, counted.completed, rated.rating, rated.ratings,
      recent.punctuality, recent.feedback_hours, recent.mean_score,
      case when recent.compared_interviews >= ${minComparedInterviews} then recent.severity end as severity,
      recent.compared_interviews, coalesce(recent.disputes, 0)::int as disputes,
      missed.no_shows
    from unnest(${ids}::uuid[]) person (id),
      lateral (select count(*)::int as completed from (
        select from bookings booking where interviewer_id = person.id and ${isHeld} limit ${maxCounted}) known) counted,
      lateral (select count(*)::int as no_shows from (
        select from bookings where interviewer_id = person.id and status = 'no_show_interviewer' limit ${maxCounted}) known) missed,
      lateral (select avg(interview_score)::float8 as rating, count(*)::int as ratings from (
        select interview_score from feedback where interviewer_id = person.id
        order by created_at desc limit ${lastRatings}) newest) rated,
      lateral (
        select avg(case when not was_in_room then null when entered_at <= starts_at + make_interval(mins => ${graceMinutes})
            then 1.0 else 0.0 end)::float8 as punctuality,
          (avg(feedback_minutes) / 60)::float8 as feedback_hours,
          avg(score)::float8 as mean_score, avg(score - others_score)::float8 as severity,
          count(score - others_score)::int as compared_interviews, sum(disputed) as disputes
        from (
          select booking.starts_at,
            coalesce(meeting.provider = 'room', false) as was_in_room,
            (select min(entered_at) from room_visits visit
              where visit.booking_id = booking.id and visit.user_id = booking.interviewer_id) as entered_at,
            case when file.booking_id is not null then ${feedbackMinutes} end as feedback_minutes,
            (select avg(scored.score) from feedback_scores scored where scored.booking_id = booking.id) as score,
            (select avg(other.score) from (
              select score from feedback_scores
              where interviewee_id = booking.interviewee_id and interviewer_id <> person.id
              order by scored_at desc limit ${lastScoresOfOthers}) other) as others_score,
            (select count(*) from report_disputes dispute where dispute.booking_id = booking.id) as disputed
          from (
            select * from bookings booking where interviewer_id = person.id and ${isHeld}
            order by starts_at desc limit ${lastInterviews}) booking
          left join meetings meeting on meeting.booking_id = booking.id
          left join feedback_files file on file.booking_id = booking.id
        ) interview
      ) recent`.execute(database);
  return new Map(rows.map((row) => [row.interviewerId, row]));
}
