import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerOf, Entry } from '#shared/api/contract.ts'
import { call } from './call.ts'
import type { CallInput, CallResult } from './caller.ts'
import { entryKey, markRequestIfPolled, type PagedEntry, queryKeyOf } from './queries.ts'
import { queryClient } from './query-client.ts'

export type RowOf<E extends Entry> = AnswerOf<E> extends readonly (infer Row)[] ? Row : never

const rowsOf = <E extends PagedEntry>(answer: AnswerOf<E>): RowOf<E>[] => (Array.isArray(answer) ? answer : [])

const pagesOf = <E extends PagedEntry>(entry: E, input: CallInput<E>) => ({
  queryKey: queryKeyOf(entry, input, 'pages'),
  queryFn: ({ pageParam, queryKey }: { pageParam: string | undefined; queryKey: QueryKey }) =>
    call(entry, markRequestIfPolled({ ...input, query: { ...input.query, cursor: pageParam } }, queryKey)),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: CallResult<E>) => next,
})

/** Prefetches the first page of a list, which `useApiPages` is about to read. Resolves even if that fails. */
export const readFirstPageAhead = <E extends PagedEntry>(entry: E, input: CallInput<E>) =>
  queryClient.prefetchInfiniteQuery(pagesOf(entry, input))

/** Returns the cached rows of a list, from all queries of the list, whatever their filters. */
export const cachedRows = <E extends PagedEntry>(entry: E): RowOf<E>[] =>
  queryClient
    .getQueriesData<InfiniteData<CallResult<E>>>({ queryKey: [entryKey(entry)] })
    .flatMap(([, data]) => data?.pages.flatMap(({ body }) => rowsOf<E>(body)) ?? [])

/** Reads a list in pages. `rows` has the rows of all loaded pages; call `fetchNextPage` while `hasNextPage`. */
export function useApiPages<E extends PagedEntry>(entry: E, input: CallInput<E>, options?: { enabled?: boolean }) {
  const pages = useInfiniteQuery({ ...options, ...pagesOf(entry, input) })
  const { data } = pages
  // The array stays the same while the rows are unchanged, because effects detect changes by comparing it.
  const rows = useMemo(() => data?.pages.flatMap(({ body }) => rowsOf<E>(body)), [data])
  return { ...pages, rows }
}
