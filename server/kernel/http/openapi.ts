import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Config } from "../config/config.ts";

/** `/api/openapi.json`, generated from the contract. Public on purpose. */
export async function registerOpenApi(app: FastifyInstance, { business, publicUrl }: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${business.name} API`, version: "1", description: business.tagline },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
      security: [{ bearer: [] }],
    },
    // The site's pages and development tools are routes too, but the description covers only the API.
    transform: ({ schema, url, ...rest }) => {
      const isApi = url.startsWith("/api/") || url.startsWith("/health/");
      return jsonSchemaTransform({ ...rest, url, schema: isApi ? schema : { ...schema, hide: true } });
    },
  });
  app.get("/api/openapi.json", { schema: { hide: true } as object }, async () => app.swagger());
}
