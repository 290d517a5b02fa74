import { describe, expect, it } from "vitest";
import { findSignatureFault, type SignedRequest } from "./s3-signature.ts";

/*
 * Amazon's own worked examples: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html and
 * sigv4-query-string-auth.html.
 */
const signer = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const day = "2013-05-24T";
const now = new Date(`${day}00:00:00Z`);
const host = "examplebucket.s3.amazonaws.com";
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

interface Example {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  signed?: string;
  signature: string;
}

function inHeader({ method = "GET", url, headers = {}, body = "", signed = "host", signature }: Example) {
  const credential = `${signer.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  return {
    method,
    url,
    headers: {
      host,
      "x-amz-date": "20130524T000000Z",
      "x-amz-content-sha256": emptyHash,
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${signed},Signature=${signature}`,
    },
    body: Buffer.from(body),
  };
}

const read = inHeader({
  url: "/test.txt",
  headers: { range: "bytes=0-9" },
  signed: "host;range;x-amz-content-sha256;x-amz-date",
  signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
});
const write = inHeader({
  method: "PUT",
  url: "/test%24file.text",
  headers: {
    date: "Fri, 24 May 2013 00:00:00 GMT",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
    "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
  },
  body: "Welcome to Amazon S3.",
  signed: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
  signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
});
const presigned: SignedRequest = {
  method: "GET",
  url:
    "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request" +
    "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host" +
    "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  headers: { host },
  body: Buffer.alloc(0),
};

const examples: [string, SignedRequest][] = [
  ["a read", read],
  ["a write with its content", write],
  [
    "a parameter without a value",
    inHeader({
      url: "/?lifecycle",
      signed: "host;x-amz-content-sha256;x-amz-date",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    }),
  ],
  [
    "a listing",
    inHeader({
      url: "/?prefix=J&max-keys=2",
      signed: "host;x-amz-content-sha256;x-amz-date",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    }),
  ],
  ["a presigned link", presigned],
];

const faultOf = (request: SignedRequest, at = now) =>
  findSignatureFault(request, { signer, now: at })?.code ?? null;
const withHeaders = (request: SignedRequest, headers: Record<string, string>) => ({
  ...request,
  headers: { ...request.headers, ...headers },
});
const withUrl = (from: string | RegExp, to: string) => ({
  ...presigned,
  url: presigned.url.replace(from, to),
});

describe("Amazon's own examples", () => {
  it.each(examples)("%s is accepted", (_name, request) => {
    expect(faultOf(request)).toBeNull();
  });

  it.each(examples)("%s is refused with another secret, method or path", (_name, request) => {
    const other = { ...signer, secretAccessKey: `${signer.secretAccessKey}x` };
    expect(findSignatureFault(request, { signer: other, now })).toMatchObject({
      code: "SignatureDoesNotMatch",
    });
    expect(faultOf({ ...request, method: "DELETE" })).toBe("SignatureDoesNotMatch");
    expect(faultOf({ ...request, url: request.url.replace("/", "/other") })).toBe("SignatureDoesNotMatch");
  });
});

describe("tampered requests are refused", () => {
  const { authorization = "" } = read.headers;
  it.each<[string, SignedRequest, string]>([
    [
      "the last digit",
      withHeaders(read, { authorization: authorization.replace(/1$/, "2") }),
      "SignatureDoesNotMatch",
    ],
    ["a signed header", withHeaders(read, { range: "bytes=0-99" }), "SignatureDoesNotMatch"],
    ["another host", withHeaders(read, { host: "other.example" }), "SignatureDoesNotMatch"],
    [
      "a header that the signature does not cover",
      withHeaders(read, { "x-amz-acl": "public-read" }),
      "AccessDenied",
    ],
    [
      "a content type that it does not cover",
      withHeaders(read, { "content-type": "text/html" }),
      "AccessDenied",
    ],
    ["the time", withHeaders(read, { "x-amz-date": "20130524T000001Z" }), "SignatureDoesNotMatch"],
    ["another day", withHeaders(read, { "x-amz-date": "20130525T000000Z" }), "AuthorizationHeaderMalformed"],
    [
      "another region",
      withHeaders(read, { authorization: authorization.replace("us-east-1", "eu-west-1") }),
      "AuthorizationHeaderMalformed",
    ],
    [
      "another key",
      withHeaders(read, { authorization: authorization.replace("AKIAIO", "AKIAXX") }),
      "InvalidAccessKeyId",
    ],
    ["no signature", withHeaders(read, { authorization: "" }), "AccessDenied"],
    ["the content", { ...write, body: Buffer.from("Welcome to Amazon S4.") }, "XAmzContentSHA256Mismatch"],
    [
      "the content's hash",
      withHeaders(write, { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" }),
      "SignatureDoesNotMatch",
    ],
    ["a link's life", withUrl("Expires=86400", "Expires=86401"), "SignatureDoesNotMatch"],
    ["a link past a week", withUrl("Expires=86400", "Expires=604801"), "AccessDenied"],
    [
      "a link with an additional parameter",
      withUrl("?", "?response-content-type=text%2Fhtml&"),
      "SignatureDoesNotMatch",
    ],
    ["a link with a truncated signature", withUrl(/404$/, ""), "SignatureDoesNotMatch"],
  ])("%s", (_name, request, code) => {
    expect(faultOf(request)).toBe(code);
  });
});

describe("time", () => {
  it.each<[string, SignedRequest, string, string | null]>([
    ["14 minutes late", read, `${day}00:14:00Z`, null],
    ["16 minutes late", read, `${day}00:16:00Z`, "RequestTimeTooSkewed"],
    ["16 minutes early", read, "2013-05-23T23:44:00Z", "RequestTimeTooSkewed"],
    ["a link's last second", presigned, `${day}23:59:59Z`, null],
    ["the second after", presigned, "2013-05-25T00:00:00Z", "AccessDenied"],
    ["a link from the future", presigned, "2013-05-23T23:40:00Z", "AccessDenied"],
  ])("%s", (_name, request, at, code) => {
    expect(faultOf(request, new Date(at))).toBe(code);
  });
});
