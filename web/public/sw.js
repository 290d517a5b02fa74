/*
 * Shows notifications, and a page for somebody who is offline. It answers no request that the network answers, and keeps
 * nothing but the next interview as the dashboards last saw it (web/session/device.ts).
 */

addEventListener("install", () => skipWaiting());
// A page is requested while the worker starts.
addEventListener("activate", (event) => event.waitUntil(registration.navigationPreload?.enable()));

addEventListener("push", (event) => {
  const { title, body, tag, path } = event.data.json();
  const options = { body, tag, data: { path }, icon: "/images/icon-192.png" };
  event.waitUntil(registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href } = new URL(event.notification.data.path, location.origin);
  event.waitUntil(open(href));
});

/** Leaves pages of other addresses alone: somebody may be typing there. */
async function open(href) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === href);
  await (page === undefined ? clients.openWindow(href) : page.focus());
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET")
    event.respondWith(load(event).catch(showOffline));
});

async function load({ preloadResponse, request }) {
  return (await preloadResponse) ?? (await fetch(request));
}

const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

async function showOffline() {
  const stored = await caches.match("/next-interview", { cacheName: "greenroom-device" });
  const next = stored === undefined ? null : await stored.json().catch(() => null);
  const isAhead = next !== null && Date.parse(next.endTime) > Date.now();
  const interview = isAhead
    ? `<h2>Your next interview</h2><p><strong>${escapeHtml(next.when)}</strong><br>with ${escapeHtml(next.otherName)}</p>
       <p class="soft">As of ${escapeHtml(next.seen)}</p>`
    : "";
  const page = `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
    <title>You are offline</title><style>
    body{margin:0;display:grid;place-items:center;min-height:100dvh;background:#faf7f1;color:#12211b;font:1.0625rem/1.55 Inter,system-ui,sans-serif}
    main{max-width:26rem;padding:1.5rem}h1{font:600 1.75rem/1.2 Fraunces,Georgia,serif;margin:0 0 .5rem}
    section{margin:1.5rem 0;padding:1.25rem;border:1px solid #e3ddd0;border-radius:14px;background:#fff}
    section:empty{display:none}h2{font-size:.9375rem;margin:0 0 .5rem}p{margin:0 0 .5rem}.soft{color:#5c6a63;font-size:.875rem;margin:0}
    a{display:inline-block;padding:.75rem 1.5rem;border-radius:999px;background:#0d5c45;color:#fff;font-weight:600;text-decoration:none}
    @media (prefers-color-scheme:dark){body{background:#0b1613;color:#eaf1ec}section{background:#12211c;border-color:#24362f}
    .soft{color:#b4c3bb}a{background:#59c79c;color:#08160f}}</style>
    <main><h1>You are offline</h1><p>This page needs a connection.</p><section>${interview}</section>
    <a href="">Try again</a></main></html>`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  };
  return new Response(page, { headers });
}
