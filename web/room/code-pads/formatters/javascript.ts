import { startJavascriptFormatter } from "./format-javascript.ts";
import { serveFormatter } from "./serve-formatter.ts";

serveFormatter(startJavascriptFormatter);
