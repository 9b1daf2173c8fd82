import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { sessionStore } from './session.ts'

const isPassing = (error: Error) => error instanceof CallError && error.isUnanswered

/** Several calls of one page are forbidden at once. */
const forbiddenPauseMs = 5_000

/** Whoever is forbidden what the page offered has lost a right since: the page learns of it. */
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
      // Offline, a query fails in words and offers Retry; a paused one would only look slow.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Whose answers are cached. */
let owner: string | undefined

function clearForOthers() {
  const session = sessionStore.read()
  const user = session.state === 'out' ? session.kept?.user : session.state === 'in' ? session.user : undefined
  if (user?.id === owner) return
  owner = user?.id
  queryClient.clear()
}
// Nothing of one user is left for the next.
sessionStore.subscribe(clearForOthers)
clearForOthers()
