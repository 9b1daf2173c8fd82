import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call-error.ts'
import { onSignedOut } from './session-events.ts'

const isPassing = (error: Error) => error instanceof CallError && (error.status === 0 || error.status >= 500)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 1 && isPassing(error),
      // Offline, a query fails in words and offers Retry; a paused one would only look slow.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

// Nothing of one user is left for the next.
onSignedOut(() => queryClient.clear())
