import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { providerTimeoutMilliseconds } from "../../kernel/concurrency.ts";
import type { S3Settings } from "../../kernel/config/provider-settings.ts";
import { fileKeyPattern } from "../../kernel/files.ts";
import { type FileStorage, storageUnavailableError, withTimeout } from "./port.ts";

/** Extra time for a file, in milliseconds per byte: a connection of one megabyte per second. */
const millisecondsPerByte = 1 / 1000;

/**
 * The most attempts of one call, within its time limit. Only errors that the provider calls temporary are retried.
 */
const maxAttempts = 3;

/**
 * Any storage with Amazon's S3 API: AWS, Backblaze B2, Cloudflare R2, OpenStack Swift's s3api. Only this
 * server reads it: links to files are ours.
 */
export function s3Storage(settings: S3Settings): FileStorage {
  const client = createClient(settings);
  const objectLocation = (key: string) => {
    if (!fileKeyPattern.test(key)) throw new Error(`"${key}" is not a storage key.`);
    return { Bucket: settings.bucket, Key: settings.prefix + key };
  };

  return {
    async put(key, content, contentType) {
      const command = new PutObjectCommand({
        ...objectLocation(key),
        Body: content,
        ContentType: contentType,
        // The file stays a download even if someone opens the bucket directly.
        ContentDisposition: "attachment",
      });
      const { ETag } = await withTimeout(
        "store a file",
        providerTimeoutMilliseconds + content.length * millisecondsPerByte,
        (abortSignal) => client.send(command, { abortSignal }),
      );
      // A proxy that answers 200 with its own page has stored nothing, and the SDK does not check this.
      if (ETag === undefined)
        throw storageUnavailableError("store a file", new Error("the answer names no ETag"));
    },

    async exists(key) {
      const command = new HeadObjectCommand(objectLocation(key));
      return await withTimeout("find a file", providerTimeoutMilliseconds, (abortSignal) =>
        client.send(command, { abortSignal }).then(
          () => true,
          (error: Error) => {
            if (error.name === "NotFound") return false;
            throw error;
          },
        ),
      );
    },

    async read(key) {
      const command = new GetObjectCommand(objectLocation(key));
      const found = await withTimeout("read a file", providerTimeoutMilliseconds, (abortSignal) =>
        client.send(command, { abortSignal }).catch((error: Error) => {
          if (error.name === "NoSuchKey") return null;
          throw error;
        }),
      );
      if (found === null) return null;
      if (!(found.Body instanceof Readable))
        throw storageUnavailableError("read a file", new Error("it has no body"));
      return found.Body;
    },

    async remove(key) {
      await withTimeout("remove a file", providerTimeoutMilliseconds, (abortSignal) =>
        client.send(new DeleteObjectCommand(objectLocation(key)), { abortSignal }),
      );
    },

    async *list() {
      let next: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await withTimeout(
          "list files",
          providerTimeoutMilliseconds,
          (abortSignal) =>
            client.send(
              new ListObjectsV2Command({
                Bucket: settings.bucket,
                Prefix: settings.prefix,
                ContinuationToken: next,
              }),
              { abortSignal },
            ),
        );
        for (const { Key = "", LastModified } of page.Contents ?? []) {
          const key = Key.slice(settings.prefix.length);
          // Other objects in the bucket are not ours.
          if (LastModified !== undefined && fileKeyPattern.test(key)) yield { key, storedAt: LastModified };
        }
        next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
  };
}

function createClient(settings: S3Settings): S3Client {
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.usesPathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Older storages refuse the SDK's newer checksums, and the signature covers the content anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: maxAttempts,
    requestHandler: {
      connectionTimeout: providerTimeoutMilliseconds,
      socketTimeout: providerTimeoutMilliseconds,
    },
  });
}
