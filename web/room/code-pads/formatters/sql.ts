import { startSqlFormatter } from "./format-sql.ts";
import { serveFormatter } from "./serve-formatter.ts";

serveFormatter(startSqlFormatter);
