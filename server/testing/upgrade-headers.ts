/** The headers of a request for a WebSocket, as lines of HTTP. */
export const upgradeHeaders = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  `Sec-WebSocket-Key: ${"A".repeat(22)}==`,
  "",
].join("\r\n");
