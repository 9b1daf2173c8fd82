import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionStore } from '../session/session.ts'
import { CallError } from './call-error.ts'
import { knownAnswers } from './known-answers.ts'

const isPassing = (error: Error) => error instanceof CallError && error.isUnanswered

/** Several calls of one page may be forbidden at the same time; one refresh of the session is enough for them. */
const forbiddenPauseMs = 5_000

/** A 403 on a call that the page offers means that the user has lost a right, so the session is read again. */
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
      // Offline, a query fails with a message and offers Retry. A paused query would only look slow.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The id of the user whose responses are cached. */
let owner: string | undefined

/**
 * Declares, before the session is known, for whom responses are being cached. They are kept if this user turns out to be signed in.
 */
export function cacheAnswersFor(userId: string) {
  owner = userId
}

function clearForOthers() {
  const session = sessionStore.read()
  if (session.state === 'loading') return
  const user = session.state === 'out' ? session.kept?.user : session.state === 'in' ? session.user : undefined
  if (user?.id === owner) return
  owner = user?.id
  queryClient.clear()
  knownAnswers.clear()
}
// The next user of this browser must not find any of this user's data.
sessionStore.subscribe(clearForOthers)
clearForOthers()
