import { expect, test, vi } from 'vitest'
import { PartLoadError } from '../../web/lib/api/browser-error.ts'
import { CallError } from '../../web/lib/api/call-error.ts'
import type { HeldTokens } from '../../web/lib/api/caller.ts'
import {
  type AccountCalls,
  createSessionStore,
  hasPermission,
  meetsAccessRule,
} from '../../web/lib/session/session-store.ts'
import { aSession } from './a-session.ts'

const { state: _, ...account } = aSession(['delivery.view_orders'])
const pair = { access_token: 'access', refresh_token: 'refresh', token_type: 'bearer' as const }

type StoredAccount = typeof account | 'locked' | undefined

function aStore(
  held: Partial<HeldTokens>,
  calls: Partial<AccountCalls> = {},
  { hasUnsavedWork = false, keepsCookies = true, stored = undefined as StoredAccount } = {},
) {
  let tokens: HeldTokens = { access: undefined, refresh: undefined, ...held }
  let end: () => void = () => undefined
  const revoked: string[] = []
  const clock = { now: 1_000_000 }
  const store = createSessionStore({
    loadAccountCalls: async () => ({
      login: async () => pair,
      googleAuth: async () => pair,
      switchTo: async (tenantId) => ({ ...pair, access_token: `access to ${tenantId}` }),
      sendVerificationEmail: async () => 'Sent',
      logout: async (refreshToken) => {
        revoked.push(refreshToken)
      },
      readAccount: async () => account,
      ...calls,
    }),
    tokens: {
      read: async () => tokens,
      store: async ({ access_token, refresh_token }) => {
        tokens = { access: access_token, refresh: refresh_token }
      },
      clear: async () => {
        tokens = { access: undefined, refresh: undefined }
      },
      areStored: async () => keepsCookies,
    },
    onSignedOut: (listener) => {
      end = listener
    },
    announceSignedOut: () => end(),
    readStored: async () => stored,
    noteLoss: () => undefined,
    hasUnsavedWork: () => hasUnsavedWork,
    now: () => clock.now,
  })
  return { store, revoked, clock, held: () => tokens, end: () => end() }
}

const refused = (status: number, detail = '') => Promise.reject(new CallError({ status, detail }))

test('the session is loading until the cookies are read, and signed out without them', async () => {
  const { store } = aStore({})
  expect(store.read()).toEqual({ state: 'loading' })
  await store.start()
  expect(store.read()).toEqual({ state: 'out', onPurpose: false })
})

test.each([
  ['an access token', { access: 'access' }],
  ['a refresh token alone', { refresh: 'refresh' }],
])('%s loads user, organization and permissions', async (_, held) => {
  const { store } = aStore(held)
  await store.start()
  expect(store.read()).toEqual({ state: 'in', ...account })
})

test('a lost connection keeps the cookies, and loading can be retried', async () => {
  let isOnline = false
  const { store, held } = aStore(
    { access: 'access', refresh: 'refresh' },
    { readAccount: () => (isOnline ? Promise.resolve(account) : refused(0, 'Network error')) },
  )
  await store.start()
  expect(store.read()).toEqual({ state: 'failed', detail: 'Network error' })
  expect(held().refresh).toBe('refresh')
  isOnline = true
  await store.start()
  expect(store.read().state).toBe('in')
})

test('signing in stores both tokens and loads the user’s permissions', async () => {
  const { store, held } = aStore({})
  const states: string[] = []
  store.subscribe(() => states.push(store.read().state))
  await store.signIn('ana@pharmacy.example', 'secret-secret')
  expect(held()).toEqual({ access: 'access', refresh: 'refresh' })
  expect(states).toEqual(['in'])
})

test('a rejected sign-in leaves no trace and gives the reason', async () => {
  const { store, held } = aStore({}, { login: () => refused(401, 'Invalid email or password') })
  await expect(store.signIn('ana@pharmacy.example', 'wrong')).rejects.toMatchObject({ status: 401 })
  expect(held().access).toBeUndefined()
})

test('if the browser blocks cookies, no request is sent and the user is informed', async () => {
  const calls: string[] = []
  const login = (email: string) => {
    calls.push(email)
    return refused(401)
  }
  const { store } = aStore({}, { login, googleAuth: login }, { keepsCookies: false })
  const detail = 'This browser is blocking cookies. Carelane needs them to sign you in.'
  await expect(store.signIn('ana@pharmacy.example', 'secret-secret')).rejects.toMatchObject({ status: 0, detail })
  await expect(store.signInWithGoogle('an ID token')).rejects.toMatchObject({ detail })
  expect(calls).toEqual([])
})

test('a start fails with the reason if a part of the app fails to load', async () => {
  const failure = new PartLoadError()
  const { store } = aStore({ access: 'access' }, { readAccount: () => Promise.reject(failure) })
  await store.start()
  expect(store.read()).toMatchObject({ state: 'failed', detail: failure.detail })
})

test('switching organizations stores the new tokens, and a rejected switch keeps the old ones', async () => {
  const { store, held } = aStore({ access: 'access', refresh: 'refresh' })
  await store.switchTo('t2')
  expect(held()).toEqual({ access: 'access to t2', refresh: 'refresh' })
  const refusing = aStore({ access: 'access' }, { switchTo: () => refused(404, 'Tenant not found') })
  await expect(refusing.store.switchTo('t2')).rejects.toMatchObject({ detail: 'Tenant not found' })
  expect(refusing.held().access).toBe('access')
})

test('a sign-in whose account cannot be loaded leaves no partial session', async () => {
  const { store, held } = aStore({}, { readAccount: () => refused(500) })
  await expect(store.signIn('ana@pharmacy.example', 'secret-secret')).rejects.toMatchObject({ status: 500 })
  expect(held()).toEqual({ access: undefined, refresh: undefined })
  expect(store.read().state).not.toBe('in')
})

test('signing out clears the cookies, revokes the refresh token and forgets the page', async () => {
  const { store, held, revoked } = aStore({ access: 'access', refresh: 'refresh' })
  await store.start()
  await store.signOut()
  expect(store.read()).toEqual({ state: 'out', onPurpose: true })
  expect(held()).toEqual({ access: undefined, refresh: undefined })
  expect(revoked).toEqual(['refresh'])
})

test('signing out succeeds even if the server is unreachable', async () => {
  const { store } = aStore({ access: 'access', refresh: 'refresh' }, { logout: () => refused(0) })
  await store.signOut()
  expect(store.read().state).toBe('out')
})

test('a session ended by the server is signed out, but not on purpose', async () => {
  const { store, end } = aStore({ access: 'access' })
  await store.start()
  end()
  expect(store.read()).toEqual({ state: 'out', onPurpose: false })
})

test('a session that ends with unsaved work remembers its user', async () => {
  const { store, end } = aStore({ access: 'access' }, {}, { hasUnsavedWork: true })
  await store.start()
  end()
  expect(store.read()).toEqual({ state: 'out', onPurpose: false, hidden: { state: 'in', ...account } })
  await store.signIn('ana@pharmacy.example', 'secret-secret')
  await store.signOut()
  expect(store.read()).toEqual({ state: 'out', onPurpose: true })
})

test('a Google account signs in like a password', async () => {
  const { store, held } = aStore({}, { login: () => refused(500) })
  await store.signInWithGoogle('an ID token')
  expect(held()).toEqual({ access: 'access', refresh: 'refresh' })
  expect(store.read()).toEqual({ state: 'in', ...account })
})

test('permissions are reloaded without leaving the screen, and stay if that fails', async () => {
  const answers = [Promise.resolve(account), Promise.resolve({ ...account, permissions: {} }), refused(0)]
  const { store } = aStore({ access: 'access' }, { readAccount: () => answers.shift() ?? refused(500) })
  await store.start()
  await store.refresh()
  expect(store.read()).toEqual({ state: 'in', ...account, permissions: {} })
  await store.refresh()
  expect(store.read()).toEqual({ state: 'in', ...account, permissions: {} })
})

test('a permission counts for any product that lists it, and only while signed in', async () => {
  const { store } = aStore({ access: 'access' })
  await store.start()
  const session = store.read()
  expect(hasPermission(session, 'delivery.view_orders')).toBe(true)
  expect(hasPermission(session, 'delivery.edit_orders')).toBe(false)
  expect(
    meetsAccessRule(session, {
      named: 'delivery.view_orders',
      anyOf: ['delivery.edit_orders', 'delivery.view_orders'],
    }),
  ).toBe(true)
  expect(hasPermission({ state: 'loading' }, 'delivery.view_orders')).toBe(false)
})

test('permissions are reloaded, but not more often than allowed', async () => {
  let permissions: Record<string, string[]> = {}
  const { store, clock } = aStore({ access: 'access' }, { readAccount: async () => ({ ...account, permissions }) })
  await store.start()
  permissions = account.permissions
  clock.now += 59_999
  await store.refreshIfOlder(60_000)
  expect(hasPermission(store.read(), 'delivery.view_orders')).toBe(false)
  clock.now += 1
  await store.refreshIfOlder(60_000)
  expect(hasPermission(store.read(), 'delivery.view_orders')).toBe(true)
})

test('nothing is reloaded while signed out', async () => {
  const { store, clock } = aStore({}, { readAccount: () => refused(500) })
  await store.start()
  clock.now += 60_000
  await store.refreshIfOlder(60_000)
  expect(store.read()).toEqual({ state: 'out', onPurpose: false })
})

test('a page loaded together with the session shows at once; a later one delays it briefly', async () => {
  vi.useFakeTimers()
  try {
    const { store } = aStore({ access: 'access' })
    const page = Promise.withResolvers<void>()
    const started = store.start(page.promise)
    await vi.advanceTimersByTimeAsync(50)
    expect(store.read().state).toBe('loading')
    page.resolve()
    await started
    expect(store.read().state).toBe('in')
    const again = store.start(new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(300)
    await again
    expect(store.read().state).toBe('in')
  } finally {
    vi.useRealTimers()
  }
})
