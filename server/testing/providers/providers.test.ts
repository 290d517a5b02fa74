import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFault } from "./fault-proxy.ts";
import { modelKey, modelName, schemaProblem } from "./model-dialects.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { findSignatureFault, type SignedRequest } from "./s3.ts";
import { isSignedWith, longTermKey, readAddress, readStun, writeAddress, writeStun } from "./turn.ts";

describe("read fault", () => {
  it.each([
    ["zoom hang", { name: "zoom", fault: "hang" }],
    ["  SMTP   refused ", { name: "smtp", fault: "refused" }],
    ["smtp 429", { name: "smtp", fault: 429 }],
    ["zoom ok", { name: "zoom", fault: null }],
  ])("%j is understood", (line, read) => {
    expect(readFault(line, ["zoom", "smtp"])).toEqual(read);
  });

  it.each(["", "zoom", "zooom hang", "zoom gone", "hang"])("%j gets an explanation", (line) => {
    const message =
      "Type a name (zoom, smtp) and what it does (ok, refused, hang, malformed, 429, 500), as in: zoom hang";
    expect(readFault(line, ["zoom", "smtp"])).toEqual({ message });
  });
});

describe("s3 signature", () => {
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
      [
        "another day",
        withHeaders(read, { "x-amz-date": "20130525T000000Z" }),
        "AuthorizationHeaderMalformed",
      ],
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
});

describe("stun message", () => {
  /** RFC 5769, section 2.4: a request with a long-term credential. */
  const sample = Buffer.from(
    [
      "000100602112a44278ad3433c6ad72c029da412e00060012e3839ee38388e383aae38383e382afe382b90000",
      "0015001c662f2f3439396b39353464364f4c33346f4c39465354767936347341",
      "0014000b6578616d706c652e6f726700",
      "00080014f67024656dd64a3e02b8e0712e85c9a28ca89666",
    ].join(""),
    "hex",
  );
  const key = longTermKey("マトリックス", "example.org", "TheMatrIX");

  describe("a STUN message", () => {
    it("is read from the standard's sample, including its signature", () => {
      const message = readStun(sample);
      expect(message?.get("username")?.toString()).toBe("マトリックス");
      expect(message?.get("realm")?.toString()).toBe("example.org");
      expect(message && isSignedWith(message, key)).toBe(true);
      expect(message && isSignedWith(message, longTermKey("マトリックス", "example.org", "TheMatrix"))).toBe(
        false,
      );
    });

    it("is unchanged after writing and reading", () => {
      const transaction = Buffer.alloc(12, 7);
      const address = { address: "192.0.2.1", port: 32_853 };
      const packet = writeStun(0x0103, transaction, [["relayedAddress", writeAddress(address)]], key);
      const message = readStun(packet);
      expect(message?.transaction).toEqual(transaction);
      expect(readAddress(message?.get("relayedAddress") ?? Buffer.alloc(0))).toEqual(address);
      expect(message && isSignedWith(message, key)).toBe(true);
    });

    it.each([
      ["too short", Buffer.alloc(19)],
      ["of another protocol", Buffer.alloc(20, 0x40)],
      ["of another length than its header states", Buffer.concat([sample, Buffer.alloc(4)])],
    ])("is rejected when it is %s", (_name, packet) => {
      expect(readStun(packet)).toBeNull();
    });
  });
});

describe("model server", () => {
  /* The vendors' own clients understand the local model server, and it accepts their requests. */

  let modelServer: ModelServer;
  let openai: OpenAI;
  let anthropic: Anthropic;
  beforeAll(async () => {
    modelServer = await startModelServer();
    openai = new OpenAI({ apiKey: modelKey, baseURL: modelServer.url, maxRetries: 0 });
    anthropic = new Anthropic({
      apiKey: modelKey,
      baseURL: modelServer.url.replace(/\/v1$/, ""),
      maxRetries: 0,
    });
  });
  afterAll(() => modelServer.close());

  async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
    const all: T[] = [];
    for await (const each of stream) all.push(each);
    return all;
  }

  const schema = {
    type: "object" as const,
    properties: { word: { type: "string" } },
    required: ["word"],
    additionalProperties: false,
  };

  const askOpenai = (client = openai) =>
    client.chat.completions.create({
      model: modelName,
      messages: [
        { role: "system", content: "Answer." },
        { role: "user", content: "Are you ready?" },
      ],
      max_completion_tokens: 100,
      response_format: { type: "json_schema", json_schema: { name: "readiness", strict: true, schema } },
    });

  const askAnthropic = (client = anthropic) =>
    client.messages.create({
      model: modelName,
      max_tokens: 100,
      system: "Answer.",
      messages: [{ role: "user", content: "Are you ready?" }],
      output_config: { format: { type: "json_schema", schema } },
    });

  describe("OpenAI's client", () => {
    it("reads the answer", async () => {
      const { choices, usage } = await askOpenai();
      expect(choices[0]).toMatchObject({
        finish_reason: "stop",
        message: { content: '{"word":"ready"}', refusal: null },
      });
      expect(usage?.total_tokens).toBeGreaterThan(0);
    });

    it("reads a refusal and a truncated answer", async () => {
      modelServer.fail("refuse", "length");
      expect((await askOpenai()).choices[0]?.message.refusal).toContain("can't help");
      expect((await askOpenai()).choices[0]?.finish_reason).toBe("length");
    });

    it("reads a stream and its usage, and notices a broken one", async () => {
      const ask = () =>
        openai.chat.completions.create({
          model: modelName,
          messages: [{ role: "user", content: "Ask." }],
          max_completion_tokens: 100,
          stream: true,
          stream_options: { include_usage: true },
        });
      const chunks = await collect(await ask());
      const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
      expect(text).toBe("What would you check next?");
      expect(chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(0);
      modelServer.fail("error-event", "cut-stream");
      await expect(ask().then(collect)).rejects.toThrow("The server had an error");
      await expect(ask().then(collect)).rejects.toThrow();
    });

    it("names the errors correctly", async () => {
      modelServer.fail("rate", 500);
      await expect(askOpenai()).rejects.toBeInstanceOf(OpenAI.RateLimitError);
      await expect(askOpenai()).rejects.toBeInstanceOf(OpenAI.InternalServerError);
      const stranger = new OpenAI({ apiKey: "sk-wrong", baseURL: modelServer.url, maxRetries: 0 });
      await expect(askOpenai(stranger)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    });
  });

  describe("Anthropic's client", () => {
    it("reads the answer", async () => {
      const { content, stop_reason, usage } = await askAnthropic();
      expect([content, stop_reason]).toEqual([[{ type: "text", text: '{"word":"ready"}' }], "end_turn"]);
      expect(usage.output_tokens).toBeGreaterThan(0);
    });

    it("reads a refusal and a truncated answer", async () => {
      modelServer.fail("refuse", "length");
      expect((await askAnthropic()).stop_reason).toBe("refusal");
      expect((await askAnthropic()).stop_reason).toBe("max_tokens");
    });

    it("reads a stream and its usage, and notices a broken one", async () => {
      const ask = () =>
        anthropic.messages.stream({
          model: modelName,
          max_tokens: 100,
          messages: [{ role: "user", content: "Ask." }],
        });
      const message = await ask().finalMessage();
      expect(message.content).toMatchObject([{ type: "text", text: "What would you check next?" }]);
      expect(message.usage.output_tokens).toBe(7);
      modelServer.fail("error-event", "cut-stream");
      await expect(ask().finalMessage()).rejects.toThrow("Overloaded");
      await expect(ask().finalMessage()).rejects.toThrow();
    });

    it("names the errors correctly", async () => {
      modelServer.fail("rate", 529);
      await expect(askAnthropic()).rejects.toBeInstanceOf(Anthropic.RateLimitError);
      await expect(askAnthropic()).rejects.toBeInstanceOf(Anthropic.InternalServerError);
      const stranger = new Anthropic({
        apiKey: "wrong",
        baseURL: modelServer.url.replace(/\/v1$/, ""),
        maxRetries: 0,
      });
      await expect(askAnthropic(stranger)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
    });
  });

  describe("a schema in strict mode", () => {
    it.each([
      ["that is complete", schema, null],
      [
        "with a bound on a text",
        { ...schema, properties: { word: { type: "string", maxLength: 5 } } },
        "'maxLength' is not permitted",
      ],
      ["with an optional field", { ...schema, required: [] }, "lacks 'word'"],
      ["that allows additional properties", { ...schema, additionalProperties: true }, "must be false"],
      [
        "with a list of open objects",
        { ...schema, properties: { word: { type: "array", items: { type: "object", properties: {} } } } },
        "must be false",
      ],
      ["that is not an object", { type: "array", items: { type: "string" } }, "must be of type object"],
    ])("%s", (_, given, problem) => {
      const found = schemaProblem(given);
      if (problem === null) expect(found).toBeNull();
      else expect(found).toContain(problem);
    });
  });
});
