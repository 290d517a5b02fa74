import { readProviderUrl } from "./addresses.ts";
import type { EnvironmentReader } from "./environment.ts";

/** The configured file storage and its settings. */
export type StorageSettings = { kind: "disk" } | S3Settings;

export interface S3Settings {
  kind: "s3";
  bucket: string;
  /** Part of every signature, so it must be the provider's own name for the region. */
  region: string;
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null;
  /** True: the bucket is part of the path (`https://host/bucket/key`), else of the host name. */
  usesPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prepended to every key, because others may use the same bucket. Ends with a slash, or is empty. */
  prefix: string;
}

const names = [
  "GREENROOM_S3_BUCKET",
  "GREENROOM_S3_ACCESS_KEY_ID",
  "GREENROOM_S3_SECRET_ACCESS_KEY",
] as const;

interface StorageContext {
  isProduction: boolean;
  publicUrl: string;
}

/**
 * A folder, unless a bucket is set; production must name a bucket or confirm the folder. Throws an Error with
 * one sentence that names what is missing or wrong.
 */
export function readStorageSettings(
  read: EnvironmentReader,
  { isProduction, publicUrl }: StorageContext,
): StorageSettings {
  const wanted = read.text("GREENROOM_STORAGE");
  if (wanted !== null && wanted !== "disk" && wanted !== "s3") {
    throw new Error(`GREENROOM_STORAGE must be disk or s3, not "${wanted}".`);
  }
  const given = Object.fromEntries(names.map((name) => [name, read.text(name)]));
  const s3 = readS3(read, publicUrl);
  const isNamed = names.some((name) => given[name] !== null);
  if (wanted === "disk" || (wanted === null && !isNamed && !isProduction)) return { kind: "disk" };
  const missing = names.find((name) => given[name] === null);
  if (missing === undefined) return s3;
  throw new Error(
    isNamed || wanted === "s3"
      ? `${missing} must be set together with the other settings of the storage.`
      : `${missing} must be set in production, or GREENROOM_STORAGE=disk to keep files on this one machine.`,
  );
}

function readS3(read: EnvironmentReader, publicUrl: string): S3Settings {
  const [bucket, accessKeyId, secretAccessKey] = names.map((name) => read.text(name) ?? "");
  const endpoint = read.text("GREENROOM_S3_ENDPOINT");
  if (endpoint !== null && new URL(readProviderUrl("GREENROOM_S3_ENDPOINT", endpoint)).origin === publicUrl) {
    // Otherwise uploaded files would open in our own origin.
    throw new Error("GREENROOM_S3_ENDPOINT must not be the address of GREENROOM_PUBLIC_URL.");
  }
  const prefix = read.text("GREENROOM_S3_PREFIX") ?? "";
  if (!/^(\w[\w.-]*(\/\w[\w.-]*)*\/?)?$/.test(prefix)) {
    throw new Error(
      "GREENROOM_S3_PREFIX must be a folder of letters, digits, dots and dashes, like greenroom/.",
    );
  }
  return {
    kind: "s3",
    bucket: bucket as string,
    accessKeyId: accessKeyId as string,
    secretAccessKey: secretAccessKey as string,
    region: read.text("GREENROOM_S3_REGION") ?? "us-east-1",
    endpoint,
    usesPathStyle: read.boolean("GREENROOM_S3_PATH_STYLE", false),
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
  };
}
