import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Logger } from "pino";
import type { TextModel } from "../vendors/ai/port.ts";
import type { MailSender } from "../vendors/mail/port.ts";
import type { Meetings } from "../vendors/meeting/port.ts";
import type { PaymentProvider } from "../vendors/payment/port.ts";
import type { PushSender } from "../vendors/push/port.ts";
import type { Relay } from "../vendors/relay/port.ts";
import type { FileScanner } from "../vendors/scanner/port.ts";
import type { FileStorage } from "../vendors/storage/port.ts";
import type { TranscriptionService } from "../vendors/transcription/port.ts";
import type { WorkerPool } from "../workers/worker-pool.ts";
import type { Config } from "./config/config.ts";
import type { Database, Tx } from "./db/database.ts";
import type { LaggingReads } from "./db/replica.ts";
import type { RateLimits } from "./http/rate-limits.ts";
import type { JobHandler, JobQueue } from "./jobs.ts";

/**
 * The current time for rules and stored data. Tests can set it. Only code that waits, or that compares the clocks of
 * two machines, reads the real time.
 */
export interface Clock {
  now(): Date;
}

export interface SettledPayment {
  orderId: string;
  userId: string;
  /** The slot that the purchase is for; null without one. */
  slotId: string | null;
  /** When the order was opened, or its buyer last continued with it. */
  orderedAt: Date;
}

/** What an area tells the areas above it, which it must not import, in the transaction of the change. */
export interface Facts {
  /** A captured payment was settled and its credits were granted. Never throws for a slot that cannot be booked. */
  paymentSettled(tx: Tx, payment: SettledPayment): Promise<void>;
  bookingChanged(tx: Tx, bookingId: string): Promise<void>;
  /** It took place, or one party missed it. */
  bookingCompleted(tx: Tx, bookingId: string): Promise<void>;
}

export interface ErasedPerson {
  userId: string;
  email: string;
  /** A regular expression of PostgreSQL that matches their name, address and number. */
  naming: string;
  now: Date;
}

/** What an area stores about people. */
export interface PersonalData {
  /** Erases it in the transaction that has closed the account. */
  erase(tx: Tx, person: ErasedPerson, deps: Pick<Deps, "clock" | "jobs">): Promise<void>;
  afterErasure?(deps: Deps): void;
  /** Rows that no table of `personalDataTables` shows as they are, for the download. */
  exports?: { name: string; read(tx: Tx, userId: string): AsyncIterable<unknown> };
}

/** Everything that operations depend on. */
export interface Deps {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  database: Database;
  relay: Relay;
  /** For reads that may lag by seconds. */
  lagging: LaggingReads;
  clock: Clock;
  jobs: JobQueue;
  limits: RateLimits;
  facts: Facts;
  /** Of the areas above people. */
  personalData: readonly PersonalData[];
  mail: MailSender;
  meetings: Meetings;
  payments: PaymentProvider;
  push: PushSender;
  storage: FileStorage;
  /** Null: uploads are not scanned for viruses. */
  scanner: FileScanner | null;
  /** Processes for CPU-heavy work. */
  workers: WorkerPool;
  /** Null: no model is configured, and reports are measured. */
  ai: TextModel | null;
  /** Null: no service is configured, and browsers transcribe on their own device if they can. */
  transcription: TranscriptionService | null;
  /** Routes and jobs of the adapters in use. */
  plugins: AdapterPlugin[];
  /** HMAC-SHA256 with the server's secret, for one named purpose. */
  hmac(purpose: string, message: string): Buffer;
  close(): Promise<void>;
}

/** Routes and jobs that an adapter adds besides its port, such as the sandbox's checkout. */
export interface AdapterPlugin {
  registerRoutes(app: FastifyInstance, deps: Deps): void;
  readonly jobs: JobHandler<Deps>[];
}

/** Adapters with which a test replaces the configured ones, and processes that the apps of several tests share. */
export type DepsOverrides = Partial<Pick<Deps, "clock" | "mail" | "payments" | "storage" | "workers">>;
