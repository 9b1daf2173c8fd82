import { useQuery } from '@tanstack/react-query'
import { readConfig } from './config.ts'

/** What this environment has of its own, for a screen. */
export const useConfig = () =>
  useQuery({ queryKey: ['config'], queryFn: readConfig, staleTime: Number.POSITIVE_INFINITY })
