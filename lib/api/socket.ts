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
import type * as client from "socket.io-client";
import type { Socket } from "socket.io-client";
import * as z from "zod/mini";
import type {
  SocketEventName,
  SocketEvents,
  SocketFrameName,
  SocketFrames,
} from "#lib/api/socket-events.ts";
import { keepFetching } from "#lib/browser/fetch-on-demand.ts";
import { noContent } from "#lib/http/schema.ts";

const reconnectionDelayMsMax = 5000;
/**
 * Every try to reconnect comes after 1 to 5 s (S-REALTIME). The delay doubles up to the longest, and each is longer or shorter
 * by up to a quarter, so that the pages of a node that has died do not all come at the same moment.
 */
const reconnection = {
  reconnectionDelay: 1400,
  randomizationFactor: 0.25,
  reconnectionDelayMax: reconnectionDelayMsMax,
};
const connectTimeoutMs = 20_000;

interface Connection {
  socket: Socket | null;
  connected: boolean;
}

const SocketContext = createContext<Connection>({ socket: null, connected: false });

interface SocketProviderProps {
  token: string | null;
  /** The client is of a build that is gone, so there will be no connection. */
  onOutdated?: () => void;
  children: ReactNode;
}

/** Holds the connection of `token`; without one, none. A new token opens a new connection. */
export function SocketProvider({ token, onOutdated, children }: SocketProviderProps) {
  const [socket, setSocket] = useState<Socket | null>(null);
  const [connected, setConnected] = useState(false);
  const sayOutdated = useEffectEvent(() => onOutdated?.());

  useEffect(() => {
    if (!token) return;
    let opened: Socket | null = null;
    const open = ({ io }: typeof client) => {
      opened = socketOf(io, token);
      opened.on("connect", () => setConnected(true));
      opened.on("disconnect", () => setConnected(false));
      setSocket(opened);
      opened.connect();
    };
    const endFetching = keepFetching(fetchClient, open, sayOutdated);
    // The server ends the oldest socket of an account with too many; the page reconnects when it becomes visible.
    const comeBack = () => {
      if (opened?.active === false && document.visibilityState === "visible") opened.connect();
    };
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener("focus", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener("focus", comeBack);
      endFetching();
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

/**
 * Calls `handler` with each payload of the event that the schema accepts; others are dropped. The schema is that of the
 * event (lib/api/socket-events.ts), or one of a part of its payload, with which a page loads less.
 */
export function useSocketEvent<E extends SocketEventName, S extends z.ZodMiniType>(
  event: E,
  schema: SocketEvents[E] extends z.input<S> ? S : never,
  handler: (payload: z.output<S>) => void,
): void {
  useReceived(event, schema, handler);
}

function useReceived<S extends z.ZodMiniType>(
  event: SocketEventName | "connect_error",
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

/** Calls back when the server no longer knows which events the page has missed (D-RESYNC): it is time to catch up. */
export function useResync(onResync: () => void): void {
  useSocketEvent("resync", noContent, onResync);
}

const endedSessionError = z.object({ data: z.object({ code: z.literal("unauthenticated") }) });

/** Calls back when the server refuses to connect, because the session has ended while the network was away. */
export function useRefusedSession(onRefused: () => void): void {
  useReceived("connect_error", endedSessionError, onRefused);
}

/** Sends a frame; false while there is no connection, when the frame is dropped. */
export function useSocketSend(): <F extends SocketFrameName>(
  name: F,
  frame: SocketFrames[F],
) => boolean {
  const { socket, connected } = useContext(SocketContext);
  return useCallback(
    (name, frame) => {
      if (!socket || !connected) return false;
      socket.emit(name, frame);
      return true;
    },
    [socket, connected],
  );
}

const fetchClient = () => import("socket.io-client");

const socketOf = (io: (typeof client)["io"], token: string): Socket =>
  io({
    path: "/socket.io",
    transports: ["polling", "websocket"],
    extraHeaders: { Authorization: `Bearer ${token}` },
    ...reconnection,
    timeout: connectTimeoutMs,
    autoConnect: false,
    forceNew: true,
  });
