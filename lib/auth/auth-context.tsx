"use client";

/** The session of the browser, undetermined until the server has answered (S-AUTHENTICATION). */
import { createContext, type ReactNode, useContext } from "react";
import type { Auth } from "#lib/auth/auth-state.ts";
import type { User } from "#lib/auth/schema.ts";
import { useSession } from "#lib/auth/use-session.ts";

const AuthContext = createContext<Auth | null>(null);
const MemberContext = createContext<User | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  return <AuthContext value={useSession()}>{children}</AuthContext>;
}

/** The session that is to go on; null for a visitor, while the member is signing out, and outside the provider. */
export function useStayingSession(): { memberId: number; token: string } | null {
  const auth = useContext(AuthContext);
  if (auth?.status !== "authenticated" || auth.leaving) return null;
  return { memberId: auth.user.id, token: auth.token };
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error("No auth context");
  return auth;
}

/** Set by components/auth/member-gate.tsx for everything inside it. */
export function MemberProvider({ member, children }: { member: User; children: ReactNode }) {
  return <MemberContext value={member}>{children}</MemberContext>;
}

/** The signed-in, verified member; only inside MemberGate. */
export function useMember(): User {
  const member = useContext(MemberContext);
  if (!member) throw new Error("No member: this is rendered outside MemberGate");
  return member;
}
