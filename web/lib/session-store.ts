import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import type { TenantInfo, TokenPair, User } from '#shared/model/account.ts'
import { type AccessRule, permits } from '#shared/rules/permissions.ts'
import { CallError, detailOf } from './call-error.ts'
import type { Call, HeldTokens } from './caller.ts'

export interface SignedIn {
  state: 'in'
  user: User
  tenant: TenantInfo
  /** Product → permission keys. */
  permissions: Record<string, string[]>
}

export type Session =
  | { state: 'loading' }
  /** No answer came, or none that could be used; the tokens are kept. */
  | { state: 'failed'; detail: string }
  /** `ended`: it was not the user who ended it, so the page he was on is worth remembering. */
  | { state: 'out'; ended: boolean }
  | SignedIn

interface StoreParts {
  call: Call
  tokens: {
    read: () => Promise<HeldTokens>
    store: (pair: TokenPair) => Promise<void>
    clear: () => Promise<void>
  }
  onSignedOut: (listener: () => void) => void
  announceSignedOut: () => void
}

/** Passes if any product's list contains the permission. */
export const holds = (session: Session, permission: string) =>
  session.state === 'in' && Object.values(session.permissions).some((keys) => keys.includes(permission))

/** Passes if the rule does. */
export const holdsAny = (session: Session, rule: AccessRule) =>
  session.state === 'in' && permits(new Set(Object.values(session.permissions).flat()), rule)

/** Who is signed in, for all screens of this tab. */
export function createSessionStore({ call, tokens, onSignedOut, announceSignedOut }: StoreParts) {
  let session: Session = { state: 'loading' }
  const listeners = new Set<() => void>()
  const become = (next: Session) => {
    session = next
    for (const listener of listeners) listener()
  }

  async function readUser(known: User | undefined): Promise<SignedIn> {
    const [user, tenant, permissions] = await Promise.all([
      known ?? call(auth.me, {}).then(({ body }) => body),
      call(auth.readTenantInfo, {}).then(({ body }) => body),
      call(users.readMyPermissions, {}).then(({ body }) => body),
    ])
    return { state: 'in', user, tenant, permissions }
  }

  onSignedOut(() => {
    if (session.state !== 'out') become({ state: 'out', ended: true })
  })

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    read: () => session,

    /** Takes up the session of the cookies. A lost connection keeps them: only a refused token ends a session. */
    async start() {
      const { access, refresh } = await tokens.read()
      if (!access && !refresh) return become({ state: 'out', ended: false })
      become({ state: 'loading' })
      try {
        become(await readUser(undefined))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.status !== 401) become({ state: 'failed', detail: detailOf(error, 'Something went wrong') })
      }
    },

    /** Rejects with the CallError of the step that failed. */
    async signIn(email: string, password: string) {
      const { body } = await call(auth.login, { body: { email, password } })
      await tokens.store(body)
      try {
        become(await readUser(body.user))
      } catch (error) {
        await tokens.clear()
        throw error
      }
    },

    async signOut() {
      const { refresh } = await tokens.read()
      await tokens.clear()
      become({ state: 'out', ended: false })
      announceSignedOut()
      // The cookies are gone whatever the server says; unrevoked, the family dies with its lifetime.
      if (refresh) await call(auth.logout, { body: { refresh_token: refresh } }).catch(() => undefined)
    },
  }
}
