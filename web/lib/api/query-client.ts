import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionStore } from '../session/session.ts'
import { CallError } from './call-error.ts'
import { knownAnswers } from './known-answers.ts'

const isPassing = (error: Error) => error instanceof CallError && error.isUnanswered

/** Several calls of one page may be forbidden at the same time. */
const forbiddenPauseMs = 5_000

/** A 403 for something that the page offers means that a right was taken away: the session is read again. */
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

/** Whose answers are cached. */
let owner: string | undefined

/** Before the session is known: what is read for this user from now on is kept, should it be theirs. */
export function keepAnswersFor(userId: string) {
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
// The next user must find nothing of this one.
sessionStore.subscribe(clearForOthers)
clearForOthers()
