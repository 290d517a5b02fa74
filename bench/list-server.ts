import Fastify from "fastify";
import pg from "pg";

/*
 * A server that only answers the list of slots: Fastify, one prepared query, and a serializer made from a
 * schema. It has no sign-in and no cache. `compare.ts` starts it with a port and a connection string.
 */

const [port = "", connectionString = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 10 });
const app = Fastify();
const text = { type: "string" } as const;
const slot = {
  type: "object",
  properties: { _id: text, startTime: text, endTime: text, interviewerId: text, interviewer: text },
} as const;

app.get("/health/live", async () => "ok");
app.get("/api/user/slots", { schema: { response: { 200: { type: "array", items: slot } } } }, async () => {
  const { rows } = await pool.query({
    name: "slots",
    text: `select slot.id as "_id", slot.starts_at as "startTime", slot.ends_at as "endTime",
          slot.interviewer_id as "interviewerId", person.first_name || ' ' || person.last_name as interviewer
        from availability slot join users person on person.id = slot.interviewer_id
        where slot.status = 'available' and slot.starts_at > $1 and slot.starts_at < $2
          and person.blocked_at is null and person.role = 'interviewer'
        order by slot.starts_at, slot.interviewer_id limit 200`,
    values: [new Date(), new Date(Date.now() + 60 * 86_400_000)],
  });
  return rows;
});
await app.listen({ port: Number(port), host: "127.0.0.1" });
