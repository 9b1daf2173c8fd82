import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { readConfig } from './config.ts'

const query = { queryKey: ['config'], queryFn: readConfig, staleTime: Number.POSITIVE_INFINITY }

/** What this environment has of its own, for a screen. */
export const useConfig = () => useQuery(query)

/** Reads it before the screen does. */
export const readConfigAhead = () => queryClient.prefetchQuery(query)
