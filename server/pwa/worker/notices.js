// Notifies of messages: by push, or for an open page where the browser has no push service. A chat has one
// notification, of its newest message; a chat that is open in a visible, focused tab has none. Events of a class come
// by push alone, with one notification each.

const notifiedCache = "told-1";
const answersWithinMs = 300;
/** A page that was suspended takes longer to wake up, and one that is loaded anew loses the text of an edit. */
const opensWithinMs = 3_000;

addEventListener("push", (event) => {
  const notice = noticeOf(event);
  if (notice)
    event.waitUntil(notice.kind === "event" ? notifyOfEvent(notice) : notifyByPush(notice));
});

addEventListener("message", (event) => {
  const { type, ...said } = event.data ?? {};
  const does = {
    notice: notify,
    read: closeRead,
    "read-all": closeMessages,
    gone: closeGone,
    "signed-out": forgetAll,
    visit: keepVisit,
    outdated: awaitNewPage,
  }[type];
  if (does) event.waitUntil(does(said));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

function noticeOf({ data }) {
  try {
    const notice = data.json();
    return ["message", "event"].includes(notice.kind) ? notice : null;
  } catch {
    return null;
  }
}

async function notifyByPush(notice) {
  if (!(await notify(notice)) && isSafari()) await showBriefly(notice);
}

/**
 * Whether this is Safari, or a browser of an iPhone or iPad, which all use WebKit. Chrome and the browsers made of it name
 * WebKit, too, but also Chrome.
 */
const isSafari = () => /AppleWebKit\/(?!.*Chrome\/)/.test(self.navigator.userAgent);

/**
 * Safari takes the permission away from a site whose pushes show nothing, even if its page is open. The tag is of this alone:
 * the notice of a newer message stays.
 */
async function showBriefly({ title, body, ...data }) {
  const tag = "nothing-new";
  await self.registration.showNotification(title, { body, tag, silent: true, data });
  for (const notification of await self.registration.getNotifications({ tag }))
    notification.close();
}

/** One after the other, so that of two about the same message the second sees the first. Says whether the notice is shown. */
let notifying = Promise.resolve();
function notify(notice) {
  notifying = notifying.then(() => notifyOnce(notice)).catch(() => false);
  return notifying;
}

async function notifyOnce(notice) {
  const { chat_id, seq } = notice;
  if (await isLookedAt(chat_id)) return false;
  // With a full disk neither works: the notice is shown, at worst twice under one tag.
  if ((await lastNotified(chat_id).catch(() => 0)) >= seq) return false;
  await noteNotified(chat_id, seq).catch(() => undefined);
  await showNotice(notice);
  return true;
}

async function showNotice({ chat_id, seq, title, body, icon, url }) {
  const pages = await windows();
  await self.registration.showNotification(title, {
    body,
    icon: icon ?? "/pwa/icon-192.png",
    badge: "/pwa/badge-96.png",
    tag: `chat-${chat_id}`,
    renotify: true,
    // An open page has a tone of its own.
    silent: pages.length > 0,
    data: { url, chat_id, seq },
  });
}

const notifyOfEvent = ({ event_id, title, body, url }) =>
  self.registration.showNotification(title, {
    body,
    icon: "/pwa/icon-192.png",
    badge: "/pwa/badge-96.png",
    tag: `event-${event_id}`,
    renotify: true,
    data: { url, event_id },
  });

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** The pages know themselves which chat is on the screen. */
async function isLookedAt(chatId) {
  const asked = (await windows())
    .filter((page) => page.focused && page.visibilityState === "visible")
    .map((page) => ask(page, { type: "looking", chat_id: chatId }));
  return (await Promise.all(asked)).includes(true);
}

function ask(page, question, withinMs = answersWithinMs) {
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  page.postMessage(question, [port2]);
  const late = new Promise((resolve) => setTimeout(() => resolve(null), withinMs));
  return Promise.race([answered, late]).finally(() => port1.close());
}

async function lastNotified(chatId) {
  const kept = await (await caches.open(notifiedCache)).match(`/told/${chatId}`);
  return kept ? Number(await kept.text()) : 0;
}

async function noteNotified(chatId, seq) {
  await (await caches.open(notifiedCache)).put(`/told/${chatId}`, new Response(String(seq)));
}

async function closeRead({ chat_id, seq }) {
  const shown = await self.registration.getNotifications({ tag: `chat-${chat_id}` });
  for (const notification of shown) if (notification.data.seq <= seq) notification.close();
}

/**
 * After a message was deleted; without a `seq`, after the member has lost the whole chat. A notice that is being shown at
 * the moment is waited for.
 */
async function closeGone({ chat_id, seq }) {
  await notifying;
  const shown = await self.registration.getNotifications({ tag: `chat-${chat_id}` });
  for (const notification of shown)
    if (seq === undefined || notification.data.seq === seq) notification.close();
}

/** An event is not read with the messages. */
async function closeMessages() {
  for (const notification of await self.registration.getNotifications())
    if (notification.data.event_id === undefined) notification.close();
}

async function closeShown() {
  for (const notification of await self.registration.getNotifications()) notification.close();
}

/**
 * Whoever comes next sees nothing of whoever has gone, and is notified of nothing of theirs, even where the server has not
 * heard of the sign-out. The page of a member who is notified by push subscribes anew.
 */
async function forgetAll() {
  await closeShown();
  // Some browsers have no push service.
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe();
  await caches.delete(notifiedCache); // comes last, because it fails where the disk is damaged
}

/**
 * In a page that is open, which goes there without loading anew; else, or where another surface has it, in a new one. The
 * page may not have fetched the message `seq` yet.
 */
async function open({ url, seq }) {
  if (/^https?:/.test(url)) return self.clients.openWindow(url);
  const [page] = (await windows()).toSorted((one, other) => other.focused - one.focused);
  if (!page) return self.clients.openWindow(url);
  await page.focus();
  const isOpen = await ask(page, { type: "open", url, seq }, opensWithinMs);
  if (isOpen !== true) await page.navigate(url);
}
