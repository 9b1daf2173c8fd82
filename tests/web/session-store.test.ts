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

function aStore(
  held: Partial<HeldTokens>,
  calls: Partial<AccountCalls> = {},
  { hasUnsavedWork = false, keepsCookies = true } = {},
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
      areKept: async () => keepsCookies,
    },
    onSignedOut: (listener) => {
      end = listener
    },
    announceSignedOut: () => end(),
    hasUnsavedWork: () => hasUnsavedWork,
    now: () => clock.now,
  })
  return { store, revoked, clock, held: () => tokens, end: () => end() }
}

const refused = (status: number, detail = '') => Promise.reject(new CallError({ status, detail }))

test('it is loading until the cookies were looked at, and out without them', async () => {
  const { store } = aStore({})
  expect(store.read()).toEqual({ state: 'loading' })
  await store.start()
  expect(store.read()).toEqual({ state: 'out', onPurpose: false })
})

test.each([
  ['an access token', { access: 'access' }],
  ['a refresh token alone', { refresh: 'refresh' }],
])('%s brings user, organisation and permissions', async (_, held) => {
  const { store } = aStore(held)
  await store.start()
  expect(store.read()).toEqual({ state: 'in', ...account })
})

test('a lost connection keeps the cookies and can be tried again', async () => {
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

test('signing in stores both tokens and reads what the user may do', async () => {
  const { store, held } = aStore({})
  const states: string[] = []
  store.subscribe(() => states.push(store.read().state))
  await store.signIn('ana@pharmacy.example', 'secret-secret')
  expect(held()).toEqual({ access: 'access', refresh: 'refresh' })
  expect(states).toEqual(['in'])
})

test('a refused login leaves no trace and says why', async () => {
  const { store, held } = aStore({}, { login: () => refused(401, 'Invalid email or password') })
  await expect(store.signIn('ana@pharmacy.example', 'wrong')).rejects.toMatchObject({ status: 401 })
  expect(held().access).toBeUndefined()
})

test('where cookies are not kept nobody is asked, and that is said', async () => {
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

test('a start fails with the reason if a part of the app cannot be loaded', async () => {
  const failure = new PartLoadError()
  const { store } = aStore({ access: 'access' }, { readAccount: () => Promise.reject(failure) })
  await store.start()
  expect(store.read()).toMatchObject({ state: 'failed', detail: failure.detail })
})

test('switching to another organisation keeps its tokens, and a refused one the former', async () => {
  const { store, held } = aStore({ access: 'access', refresh: 'refresh' })
  await store.switchTo('t2')
  expect(held()).toEqual({ access: 'access to t2', refresh: 'refresh' })
  const refusing = aStore({ access: 'access' }, { switchTo: () => refused(404, 'Tenant not found') })
  await expect(refusing.store.switchTo('t2')).rejects.toMatchObject({ detail: 'Tenant not found' })
  expect(refusing.held().access).toBe('access')
})

test('a login whose account cannot be read is not half a session', async () => {
  const { store, held } = aStore({}, { readAccount: () => refused(500) })
  await expect(store.signIn('ana@pharmacy.example', 'secret-secret')).rejects.toMatchObject({ status: 500 })
  expect(held()).toEqual({ access: undefined, refresh: undefined })
  expect(store.read().state).not.toBe('in')
})

test('signing out clears the cookies, revokes the refresh token and remembers no page', async () => {
  const { store, held, revoked } = aStore({ access: 'access', refresh: 'refresh' })
  await store.start()
  await store.signOut()
  expect(store.read()).toEqual({ state: 'out', onPurpose: true })
  expect(held()).toEqual({ access: undefined, refresh: undefined })
  expect(revoked).toEqual(['refresh'])
})

test('signing out succeeds without the server', async () => {
  const { store } = aStore({ access: 'access', refresh: 'refresh' }, { logout: () => refused(0) })
  await store.signOut()
  expect(store.read().state).toBe('out')
})

test('a session that the server ended is out, and not on purpose', async () => {
  const { store, end } = aStore({ access: 'access' })
  await store.start()
  end()
  expect(store.read()).toEqual({ state: 'out', onPurpose: false })
})

test('a session that ends while something is typed keeps whose it is', async () => {
  const { store, end } = aStore({ access: 'access' }, {}, { hasUnsavedWork: true })
  await store.start()
  end()
  expect(store.read()).toEqual({ state: 'out', onPurpose: false, kept: { state: 'in', ...account } })
  await store.signIn('ana@pharmacy.example', 'secret-secret')
  await store.signOut()
  expect(store.read()).toEqual({ state: 'out', onPurpose: true })
})

test('a Google account signs in as a password does', async () => {
  const { store, held } = aStore({}, { login: () => refused(500) })
  await store.signInWithGoogle('an ID token')
  expect(held()).toEqual({ access: 'access', refresh: 'refresh' })
  expect(store.read()).toEqual({ state: 'in', ...account })
})

test('what a user may do is read again while their screens stay, and kept when that fails', async () => {
  const answers = [Promise.resolve(account), Promise.resolve({ ...account, permissions: {} }), refused(0)]
  const { store } = aStore({ access: 'access' }, { readAccount: () => answers.shift() ?? refused(500) })
  await store.start()
  await store.refresh()
  expect(store.read()).toEqual({ state: 'in', ...account, permissions: {} })
  await store.refresh()
  expect(store.read()).toEqual({ state: 'in', ...account, permissions: {} })
})

test('a permission counts whichever product lists it, and only while signed in', async () => {
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

test('what others have changed of its rights is read again, but not more often than asked for', async () => {
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

test('who is not signed in has nothing to read again', async () => {
  const { store, clock } = aStore({}, { readAccount: () => refused(500) })
  await store.start()
  clock.now += 60_000
  await store.refreshIfOlder(60_000)
  expect(store.read()).toEqual({ state: 'out', onPurpose: false })
})

test('a page that has come beside the session shows with it, and one that has not is waited for a moment', async () => {
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
    await vi.advanceTimersByTimeAsync(100)
    await again
    expect(store.read().state).toBe('in')
  } finally {
    vi.useRealTimers()
  }
})
