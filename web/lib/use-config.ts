import { useQuery } from '@tanstack/react-query'
import { readConfig } from './config.ts'
import { queryClient } from './query-client.ts'

const query = { queryKey: ['config'], queryFn: readConfig, staleTime: Number.POSITIVE_INFINITY }

/** What this environment has of its own, for a screen. */
export const useConfig = () => useQuery(query)

/** Reads it before the screen does. */
export const readConfigAhead = () => queryClient.prefetchQuery(query)
