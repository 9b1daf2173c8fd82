import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionStore } from '../session/session.ts'
import { CallError } from './call-error.ts'
import { knownAnswers } from './known-answers.ts'

const isPassing = (error: Error) => error instanceof CallError && error.isUnanswered

/** If several calls of a page are forbidden within this time, the session is read again only once. */
const forbiddenPauseMs = 5_000

/**
 * Reads the session again after a 403. A page only offers calls that the user may make, so a 403 usually means that the user has
 * lost a right.
 */
const onError = (error: Error) => {
  if (error instanceof CallError && error.status === 403) void sessionStore.refreshIfOlder(forbiddenPauseMs)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 1 && isPassing(error),
      // Without a network, a query fails with a message and offers Retry. By default it would be paused, which looks like a slow
      // page.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The id of the user whose responses are cached. */
let owner: string | undefined

/**
 * Declares, before the session is known, whose responses are being cached. The cache is kept if this user turns out to be signed
 * in.
 */
export function declareCacheOwner(userId: string) {
  owner = userId
}

function clearForOthers() {
  const session = sessionStore.read()
  if (session.state === 'loading') return
  const user = session.state === 'out' ? session.hidden?.user : session.state === 'in' ? session.user : undefined
  if (user?.id === owner) return
  owner = user?.id
  queryClient.clear()
  knownAnswers.clear()
}

/** Clears the cache whenever the user changes, because the next user of this browser must not see this user's data. */
export function installCacheClearing() {
  sessionStore.subscribe(clearForOthers)
  clearForOthers()
}
