import type { CurrentUser, TenantInfo, TokenPair } from '#shared/model/account.ts'
import type { SecondStepNeeded } from '#shared/model/second-step.ts'
import { type AccessRule, satisfiesRule } from '#shared/rules/permissions.ts'
import { BrowserError } from '../api/browser-error.ts'
import { CallError, errorDetail } from '../api/call-error.ts'
import type { HeldTokens } from '../api/caller.ts'
import { waitBriefly } from '../browser/idle.ts'
import { createListeners } from '../browser/listeners.ts'

export interface SignedInState {
  state: 'in'
  user: CurrentUser
  tenant: TenantInfo
  /** Product → permission keys. */
  permissions: Record<string, string[]>
}

export type Session =
  | { state: 'loading' }
  /** There was no usable response. The tokens are kept. */
  | { state: 'failed'; detail: string }
  /**
   * The user is signed out. Unless this was `onPurpose`, the current page is remembered for the next sign-in. `kept` is the former
   * session if its unsaved work stays on the page until its user has signed in again.
   */
  | { state: 'out'; onPurpose: boolean; kept?: SignedInState | undefined }
  | SignedInState

/** The API calls that a session needs. */
export interface AccountCalls {
  login: (email: string, password: string) => Promise<TokenPair | SecondStepNeeded>
  /** Signs in with an ID token of Google. */
  googleAuth: (token: string) => Promise<TokenPair | SecondStepNeeded>
  /** Returns the message for the user. */
  sendVerificationEmail: (email: string) => Promise<string>
  logout: (refreshToken: string) => Promise<void>
  /** Returns tokens for another organisation of the user's account. */
  switchTo: (tenantId: string) => Promise<TokenPair>
  /** Reads the user, the user's organisation and the user's permissions. */
  readAccount: () => Promise<Omit<SignedInState, 'state'>>
}

interface StoreParts {
  loadAccountCalls: () => Promise<AccountCalls>
  tokens: {
    read: () => Promise<HeldTokens>
    store: (pair: TokenPair) => Promise<void>
    clear: () => Promise<void>
    /** Whether this browser stores cookies at all. */
    areKept: () => Promise<boolean>
  }
  onSignedOut: (listener: () => void) => void
  announceSignedOut: () => void
  hasUnsavedWork: () => boolean
  /** The milliseconds of a monotonic clock that nobody can set. */
  now: () => number
}

/** Returns true if any product's list contains the permission. */
export const hasPermission = (session: Session, permission: string) =>
  session.state === 'in' && Object.values(session.permissions).some((keys) => keys.includes(permission))

/** Returns true if the user's permissions satisfy the rule. */
export const meetsAccessRule = (session: Session, rule: AccessRule) =>
  session.state === 'in' && satisfiesRule(new Set(Object.values(session.permissions).flat()), rule)

/** Holds the current session, the time when it was last read, and the listeners to its changes. */
function createHeldSession({ onSignedOut, hasUnsavedWork, now }: StoreParts) {
  let session: Session = { state: 'loading' }
  let readAt = 0
  const { notify, subscribe } = createListeners()
  const become = (next: Session) => {
    if (next.state === 'in') readAt = now()
    session = next
    notify()
  }

  onSignedOut(() => {
    if (session.state === 'out') return
    const kept = session.state === 'in' && hasUnsavedWork() ? session : undefined
    become({ state: 'out', onPurpose: false, kept })
  })

  return {
    subscribe,
    read: () => session,
    become,
    ageMs: () => now() - readAt,
    markRead: () => {
      readAt = now()
    },
  }
}

/** The ways to sign in. Each results in a session, or in the requirements of the second step. */
function createSignIn({ tokens, loadAccountCalls }: StoreParts, become: (next: Session) => void) {
  /** Check this before signing in: without cookies the session would be lost at once, which would look like a wrong password. */
  async function needCookies() {
    if (!(await tokens.areKept()))
      throw new BrowserError('This browser keeps no cookies. Carelane needs them to sign you in.')
  }

  /** Resolves to the second step's requirements if the account has one. */
  async function enter(pair: TokenPair | SecondStepNeeded): Promise<SecondStepNeeded | undefined> {
    if ('mfa_token' in pair) return pair
    await tokens.store(pair)
    try {
      const { readAccount } = await loadAccountCalls()
      become({ state: 'in', ...(await readAccount()) })
      return undefined
    } catch (error) {
      await tokens.clear()
      throw error
    }
  }

  return {
    /** Rejects with the CallError of the step that failed. Resolves to the second step's requirements if the account has one. */
    async signIn(email: string, password: string) {
      await needCookies()
      const { login } = await loadAccountCalls()
      return enter(await login(email, password))
    },

    /** Like `signIn`, with an ID token of Google. */
    async signInWithGoogle(token: string) {
      await needCookies()
      const { googleAuth } = await loadAccountCalls()
      return enter(await googleAuth(token))
    },

    /** Like `signIn`, but `step` obtains the tokens, for example by passing the second step. */
    async signInBy(step: () => Promise<TokenPair>) {
      await needCookies()
      await enter(await step())
    },
  }
}

/** Reads the user's account: once at the start, and again when the permissions may have changed. */
function createAccountReader({ tokens, loadAccountCalls }: StoreParts, held: ReturnType<typeof createHeldSession>) {
  const { read, become, ageMs, markRead } = held

  async function readAccount() {
    const calls = await loadAccountCalls()
    return calls.readAccount()
  }

  async function refresh() {
    markRead()
    try {
      const account = await readAccount()
      if (read().state === 'in') become({ state: 'in', ...account })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  return {
    /**
     * Resumes the session from the cookies. A lost connection keeps the cookies, because only a refused token ends a session. Waits
     * a moment longer for `beside`.
     */
    async start(beside: Promise<unknown> = Promise.resolve()) {
      const { access, refresh } = await tokens.read()
      if (!access && !refresh) return become({ state: 'out', onPurpose: false })
      become({ state: 'loading' })
      try {
        const account = await readAccount()
        await waitBriefly(beside)
        become({ state: 'in', ...account })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.status !== 401) become({ state: 'failed', detail: errorDetail(error, 'Something went wrong') })
      }
    },

    /** Reads the user and the permissions again while the screens stay as they are. If that fails, nothing changes. */
    refresh,

    /** Refreshes unless a refresh started less than `ms` ago. */
    async refreshIfOlder(ms: number) {
      if (read().state === 'in' && ageMs() >= ms) await refresh()
    },
  }
}

/** Holds the signed-in user for all screens of this tab. */
export function createSessionStore(parts: StoreParts) {
  const { loadAccountCalls, tokens, announceSignedOut } = parts
  const held = createHeldSession(parts)
  const { subscribe, read, become } = held
  const { signIn, signInWithGoogle, signInBy } = createSignIn(parts, become)
  const { start, refresh, refreshIfOlder } = createAccountReader(parts, held)

  return {
    subscribe,
    read,
    signIn,
    signInWithGoogle,
    signInBy,
    start,
    refresh,
    refreshIfOlder,

    /**
     * Stores tokens for another organisation. The caller must reload the page afterwards. If this rejects with a CallError, nothing
     * has changed.
     */
    async switchTo(tenantId: string) {
      const { switchTo } = await loadAccountCalls()
      await tokens.store(await switchTo(tenantId))
    },

    async signOut() {
      const { refresh } = await tokens.read()
      await tokens.clear()
      become({ state: 'out', onPurpose: true })
      announceSignedOut()
      // Remove the cookies whatever the server responds. If it cannot be reached, the refresh token expires by itself.
      if (refresh)
        await loadAccountCalls()
          .then(({ logout }) => logout(refresh))
          .catch(() => undefined)
    },
  }
}
