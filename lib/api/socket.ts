"use client";

/** The one socket of the tab (S-REALTIME). The client is fetched only once a member is signed in. */
import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import type { Socket } from "socket.io-client";
import * as z from "zod/mini";

const reconnectionDelayMs = 1000;
const reconnectionDelayMsMax = 5000;
const connectTimeoutMs = 20_000;

interface Connection {
  socket: Socket | null;
  connected: boolean;
}

const SocketContext = createContext<Connection>({ socket: null, connected: false });

/** Holds the connection of `token`; without one, none. A new token opens a new connection. */
export function SocketProvider({ token, children }: { token: string | null; children: ReactNode }) {
  const [socket, setSocket] = useState<Socket | null>(null);
  const [connected, setConnected] = useState(false);

  useEffect(() => {
    if (!token) return;
    let opened: Socket | null = null;
    let closed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const use = (next: Socket) => {
      if (closed) return void next.disconnect();
      opened = next;
      next.on("connect", () => setConnected(true));
      next.on("disconnect", () => setConnected(false));
      setSocket(next);
      next.connect();
    };
    const open = () => {
      openSocket(token).then(use, () => {
        // Its code could not be loaded, because the network is unreachable.
        if (!closed) timer = setTimeout(open, reconnectionDelayMsMax);
      });
    };
    open();
    // The server ends the oldest socket of an account with too many; the page reconnects when it becomes visible.
    const comeBack = () => {
      if (opened?.active === false && document.visibilityState === "visible") opened.connect();
    };
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener("focus", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener("focus", comeBack);
      closed = true;
      clearTimeout(timer);
      opened?.disconnect();
      setSocket(null);
      setConnected(false);
    };
  }, [token]);

  const connection = useMemo(() => ({ socket, connected }), [socket, connected]);
  return createElement(SocketContext, { value: connection }, children);
}

/** False before the first connection and while it is lost; when it turns true, it is time to catch up. */
export function useSocketConnected(): boolean {
  return useContext(SocketContext).connected;
}

/** Calls `handler` with each payload of the event that its schema accepts; others are dropped. */
export function useSocketEvent<S extends z.ZodMiniType>(
  event: string,
  schema: S,
  handler: (payload: z.output<S>) => void,
): void {
  const { socket } = useContext(SocketContext);
  const receive = useEffectEvent((payload: unknown) => {
    const parsed = schema.safeParse(payload);
    if (parsed.success) handler(parsed.data);
  });
  useEffect(() => {
    if (!socket) return;
    const listener = (payload: unknown) => receive(payload);
    socket.on(event, listener);
    return () => void socket.off(event, listener);
  }, [socket, event]);
}

const resyncEvent = z.object({});

/** Calls back when the server no longer knows which events the page has missed (D-RESYNC): it is time to catch up. */
export function useResync(onResync: () => void): void {
  useSocketEvent("resync", resyncEvent, onResync);
}

/** Sends an event; false while there is no connection, when the event is dropped. */
export function useSocketSend(): (event: string, payload: unknown) => boolean {
  const { socket, connected } = useContext(SocketContext);
  return useCallback(
    (event, payload) => {
      if (!socket || !connected) return false;
      socket.emit(event, payload);
      return true;
    },
    [socket, connected],
  );
}

async function openSocket(token: string): Promise<Socket> {
  const { io } = await import("socket.io-client");
  return io({
    path: "/socket.io",
    transports: ["polling", "websocket"],
    extraHeaders: { Authorization: `Bearer ${token}` },
    reconnectionDelay: reconnectionDelayMs,
    reconnectionDelayMax: reconnectionDelayMsMax,
    timeout: connectTimeoutMs,
    autoConnect: false,
    forceNew: true,
  });
}
