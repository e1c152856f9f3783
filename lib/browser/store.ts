"use client";

/** Values that live outside of React, and the listeners that are called when they change. */
import { useSyncExternalStore } from "react";

/** Listeners that run at each `call`, and at each of the named events of the window. */
export function createListeners(...windowEvents: string[]) {
  const listeners = new Set<() => void>();
  return {
    call: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      for (const event of windowEvents) window.addEventListener(event, listener);
      return () => {
        listeners.delete(listener);
        for (const event of windowEvents) window.removeEventListener(event, listener);
      };
    },
  };
}

interface Store<Value> {
  initial: Value;
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A value that is replaced as a whole, because a component compares it with the one before. */
export function createStore<Value>(initial: Value): Store<Value> {
  const { call, subscribe } = createListeners();
  let current = initial;
  const set = (value: Value) => {
    current = value;
    call();
  };
  return { initial, get: () => current, set, subscribe };
}

/** Renders anew when the value changes; while prerendering and hydrating it is the initial one. */
export function useStore<Value>({ initial, get, subscribe }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get, () => initial);
}
