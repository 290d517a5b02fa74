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
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { fileKeyPattern } from "../../http/file-links.ts";
import { attachment } from "../../http/files.ts";
import { answerWithin } from "../../ports/answer-within.ts";
import type { FileStorage } from "../../ports/storage.ts";
import type { S3Settings } from "../../storage-settings.ts";
import { storageAway, unlinkable, withinTime } from "./storage-errors.ts";

/** What a file may take besides the answer's own time, in milliseconds a byte: a line of one megabyte a second. */
const transferTime = 1 / 1000;

/** How often one call is tried, the first time included: only what the provider says is worth it, within the call's time. */
const tries = 3;

/**
 * Any storage that speaks Amazon's S3: AWS, Backblaze B2, Cloudflare R2, OpenStack Swift's s3api. Links lead to the provider's
 * own address, never to ours, and always download.
 */
export function s3Storage(settings: S3Settings): FileStorage {
  const client = openClient(settings);
  const target = (key: string) => {
    if (!fileKeyPattern.test(key)) throw new Error(`"${key}" is not a storage key.`);
    return { Bucket: settings.bucket, Key: settings.prefix + key };
  };

  return {
    async put(key, content, contentType) {
      const command = new PutObjectCommand({
        ...target(key),
        Body: content,
        ContentType: contentType,
        // So that the file is a download even for somebody who opens the bucket itself.
        ContentDisposition: "attachment",
      });
      const { ETag } = await withinTime(
        "store a file",
        answerWithin + content.length * transferTime,
        (abortSignal) => client.send(command, { abortSignal }),
      );
      // Somebody in between who answers 200 with a page of their own has stored nothing; the SDK does not look.
      if (ETag === undefined) throw storageAway("store a file", new Error("the answer names no ETag"));
    },

    async signedUrl(key, { fileName, seconds, now }) {
      const place = target(key);
      try {
        await withinTime("find a file", answerWithin, (abortSignal) =>
          client.send(new HeadObjectCommand(place), { abortSignal }),
        );
        const command = new GetObjectCommand({
          ...place,
          ResponseContentDisposition: attachment(fileName),
          ResponseCacheControl: "private, no-store",
        });
        return await getSignedUrl(client, command, { expiresIn: seconds, signingDate: now });
      } catch (cause) {
        throw unlinkable(cause);
      }
    },

    async read(key) {
      const command = new GetObjectCommand(target(key));
      const found = await withinTime("read a file", answerWithin, (abortSignal) =>
        client.send(command, { abortSignal }).catch((error: Error) => {
          if (error.name === "NoSuchKey") return null;
          throw error;
        }),
      );
      if (found === null) return null;
      if (!(found.Body instanceof Readable)) throw storageAway("read a file", new Error("it has no body"));
      return found.Body;
    },

    async remove(key) {
      await withinTime("remove a file", answerWithin, (abortSignal) =>
        client.send(new DeleteObjectCommand(target(key)), { abortSignal }),
      );
    },

    async *list() {
      let next: string | undefined;
      do {
        const page: ListObjectsV2CommandOutput = await withinTime("list files", answerWithin, (abortSignal) =>
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
          // Whatever else lies in the bucket is not ours to know of.
          if (LastModified !== undefined && fileKeyPattern.test(key)) yield { key, storedAt: LastModified };
        }
        next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (next !== undefined);
    },
  };
}

function openClient(settings: S3Settings): S3Client {
  return new S3Client({
    region: settings.region,
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    forcePathStyle: settings.usesPathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // The SDK's newer checksums are refused by storages that came before them; the signature covers the content anyhow.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: tries,
    requestHandler: { connectionTimeout: answerWithin, socketTimeout: answerWithin },
  });
}
