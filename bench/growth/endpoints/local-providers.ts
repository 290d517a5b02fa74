import { type LocalClamd, startLocalClamd } from "../../../server/testing/providers/clamd.ts";
import { type ModelServer, startModelServer } from "../../../server/testing/providers/model/model-server.ts";
import {
  type LocalTranscription,
  startLocalTranscription,
} from "../../../server/testing/providers/transcription-server.ts";
import { type LocalZoom, startLocalZoom } from "../../../server/testing/providers/zoom.ts";

/** Everything that the server calls besides its database, on loopback: each size has its own. */
export interface LocalProviders {
  /** For the server's environment. */
  settings: Record<string, string>;
  clamd: LocalClamd;
  transcription: LocalTranscription;
  close(): Promise<void>;
}

/** Each may make 100 requests for meetings a day, and several runs on the same data share these. */
const hosts = Array.from({ length: 10 }, (_, n) => `host${n}@zoom.example`);

export async function startLocalProviders(): Promise<LocalProviders> {
  const clamd: LocalClamd = await startLocalClamd();
  const transcription: LocalTranscription = await startLocalTranscription();
  const model: ModelServer = await startModelServer();
  const zoom: LocalZoom = await startLocalZoom({ hosts });
  return {
    settings: {
      ...clamd.settings,
      ...transcription.settings,
      ...model.settings("openai"),
      ...zoom.settings,
    },
    clamd,
    transcription,
    async close() {
      await Promise.all([clamd.close(), transcription.close(), model.close(), zoom.close()]);
    },
  };
}
