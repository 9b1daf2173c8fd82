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
  /** The user's permission keys by product. */
  permissions: Record<string, string[]>
}

export type Session =
  | { state: 'loading' }
  /**
   * The user's account could not be read at the start. The tokens are kept, because the server did not refuse them. `isLocked` means
   * that this browser keeps the account, but may not show it, because no one has used the app for too long.
   */
  | { state: 'failed'; detail: string; isLocked?: true }
  /**
   * The user is signed out. Unless the user did this `onPurpose`, the current page is remembered for the next sign-in. `hidden` is
   * the session that has ended, if the page keeps its unsaved work until the same user has signed in again.
   */
  | { state: 'out'; onPurpose: boolean; hidden?: SignedInState | undefined }
  | SignedInState

/** The API calls that a session needs. */
export interface AccountCalls {
  login: (email: string, password: string) => Promise<TokenPair | SecondStepNeeded>
  /** Signs in with an ID token that Google has issued. */
  googleAuth: (token: string) => Promise<TokenPair | SecondStepNeeded>
  /** Resolves to the server's message for the user. */
  sendVerificationEmail: (email: string) => Promise<string>
  logout: (refreshToken: string) => Promise<void>
  /** Resolves to tokens for another organisation of the same user. */
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
    /** Resolves to false if this browser stores no cookies at all. */
    areStored: () => Promise<boolean>
  }
  onSignedOut: (listener: () => void) => void
  announceSignedOut: () => void
  /** Resolves to the account that this browser keeps for times without a network, or to why it may not be shown. */
  readStored: () => Promise<Omit<SignedInState, 'state'> | 'locked' | undefined>
  /** Called when the server does not answer, although the browser may believe that it has a network. */
  noteLoss: () => void
  hasUnsavedWork: () => boolean
  /** The milliseconds of a monotonic clock that no one can set. */
  now: () => number
}

/** Returns true if the signed-in user has the permission, whichever product it belongs to. */
export const hasPermission = (session: Session, permission: string) =>
  session.state === 'in' && Object.values(session.permissions).some((keys) => keys.includes(permission))

/** Returns true if a user is signed in whose permissions satisfy the rule. */
export const meetsAccessRule = (session: Session, rule: AccessRule) =>
  session.state === 'in' && satisfiesRule(new Set(Object.values(session.permissions).flat()), rule)

/**
 * Creates an object that holds the current session, the listeners to its changes, and the time when the session last came from the
 * server or a refresh of it began. `read` does not change this time.
 */
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
    const hidden = session.state === 'in' && hasUnsavedWork() ? session : undefined
    become({ state: 'out', onPurpose: false, hidden })
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

/**
 * Returns the ways to sign in. Each starts a session. If the account has a second step, `signIn` and `signInWithGoogle` only
 * resolve to what this step requires.
 */
function createSignIn({ tokens, loadAccountCalls }: StoreParts, become: (next: Session) => void) {
  /** Rejects if the browser keeps no cookies, because a session lost right after the sign-in would look like a wrong password. */
  async function needCookies() {
    if (!(await tokens.areStored()))
      throw new BrowserError('This browser is blocking cookies. Carelane needs them to sign you in.')
  }

  /** Stores the tokens and starts the session. If the account has a second step, only resolves to what this step requires. */
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
    /** Signs in. Resolves to what the second step requires if the account has one. Rejects with a CallError. */
    async signIn(email: string, password: string) {
      await needCookies()
      const { login } = await loadAccountCalls()
      return enter(await login(email, password))
    },

    /** Signs in like `signIn`, with an ID token that Google has issued. */
    async signInWithGoogle(token: string) {
      await needCookies()
      const { googleAuth } = await loadAccountCalls()
      return enter(await googleAuth(token))
    },

    /** Signs in with tokens that `step` obtains, for example by passing the second step. Rejects like `signIn`. */
    async signInBy(step: () => Promise<TokenPair>) {
      await needCookies()
      await enter(await step())
    },
  }
}

/** The longest time for which a page waits for the server before it shows the account that this browser keeps. */
const patienceMs = 4_000

/**
 * How many milliseconds a session waits for the first data of the screen. On a phone, the data arrives 100 to 200 ms after the account,
 * and drawing the screen without it takes as long as drawing it with it.
 */
const besideMs = 300

/** Returns functions that read the user's account: once at the start, and again when the permissions may have changed. */
function createAccountReader(parts: StoreParts, held: ReturnType<typeof createHeldSession>) {
  const { tokens, loadAccountCalls, readStored, noteLoss } = parts
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

  /** Shows the account that this browser keeps, if it keeps one. Resolves to true if it does. */
  async function becomeStored() {
    const hidden = await readStored()
    if (read().state !== 'loading') return true
    if (hidden === 'locked') become({ state: 'failed', detail: '', isLocked: true })
    else if (hidden) become({ state: 'in', ...hidden })
    return hidden !== undefined
  }

  return {
    /**
     * Resumes the session from the cookies. A lost connection keeps the cookies, because only a refused token ends a session. Also
     * waits briefly for `beside`, such as the first data of the screen. If the server does not answer in time, the account that this
     * browser keeps is shown, until the server has answered.
     */
    async start(beside: Promise<unknown> = Promise.resolve()) {
      const { access, refresh } = await tokens.read()
      if (!access && !refresh) return become({ state: 'out', onPurpose: false })
      become({ state: 'loading' })
      const patience = setTimeout(() => {
        noteLoss()
        void becomeStored()
      }, patienceMs)
      try {
        const account = await readAccount()
        await waitBriefly(beside, besideMs)
        become({ state: 'in', ...account })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        clearTimeout(patience)
        if (error.isUnanswered && (await becomeStored())) return
        if (error.status !== 401) become({ state: 'failed', detail: errorDetail(error, 'Something went wrong') })
      } finally {
        clearTimeout(patience)
      }
    },

    /** Reads the account again while the screens stay open. If a call fails for another reason than a 401, nothing changes. */
    refresh,

    /** Calls `refresh` if a user is signed in and no read of the account has begun or ended in the last `ms` milliseconds. */
    async refreshIfOlder(ms: number) {
      if (read().state === 'in' && ageMs() >= ms) await refresh()
    },
  }
}

/** Creates the store that holds the session for all screens of this tab. */
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
     * Moves the session to another organisation and stores the tokens for it. The caller must reload the page afterwards. If the
     * call fails, this rejects with a CallError and stores no tokens of the other organisation.
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
      // Ignore a failure: the cookies are removed already, and a refresh token that the server could not revoke expires by itself.
      if (refresh)
        await loadAccountCalls()
          .then(({ logout }) => logout(refresh))
          .catch(() => undefined)
    },
  }
}
