import { TextDecoderStream } from "node:stream/web";
import { MessageChannel } from "node:worker_threads";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A busy machine may need seconds to answer a call and draw the result. A test that fails waits longer; one that
// passes does not.
configure({ asyncUtilTimeout: 20_000 });

// Each file runs in a context of its own, to which Vitest does not copy these two classes of Node.
Object.assign(globalThis, { MessageChannel, TextDecoderStream });

afterEach(cleanup);
