import {
  hashKey,
  type InfiniteData,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf, Entry } from '#shared/api/contract.ts'
import { call } from './call.ts'
import type { CallError } from './call-error.ts'
import type { CallInput, CallResult } from './caller.ts'
import { createIdempotentCall } from './idempotent-call.ts'
import { queryClient } from './query-client.ts'

/** The hashed keys of the queries that are being polled. Their calls are marked as background calls. */
const polled = new Set<string>()

/** Reads a query again in the background. A header tells the server that no user asked for the data. */
export async function pollQuery<E extends Entry>(entry: E, input: CallInput<E>, kind: 'one' | 'pages' = 'one') {
  const queryKey = queryKeyOf(entry, input, kind)
  const place = hashKey(queryKey)
  polled.add(place)
  await queryClient.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false })
  polled.delete(place)
}

export const markRequestIfPolled = <I extends { headers?: Readonly<Record<string, string>> }>(
  input: I,
  queryKey: QueryKey,
): I => (polled.has(hashKey(queryKey)) ? { ...input, headers: { ...input.headers, 'x-background': '1' } } : input)

type QueryOptions<A> = Omit<UseQueryOptions<A, CallError>, 'queryKey' | 'queryFn'>
type MutationOptions<A, I> = Omit<UseMutationOptions<A, CallError, I>, 'mutationFn'>

export type PagedEntry = Entry & { paged: true }

/** Returns the first element of the query keys of `entry`, by which all cached responses of the entry can be found. */
export const entryKey = (entry: Entry) => `${entry.method} ${entry.path}`
export const queryKeyOf = <E extends Entry>(entry: E, input: CallInput<E>, kind: 'one' | 'pages' = 'one') => [
  entryKey(entry),
  input.params ?? {},
  kind,
  input.query ?? {},
  input.body ?? {},
]

const queryOf = <E extends Entry>(entry: E, input: CallInput<E>) => ({
  queryKey: queryKeyOf(entry, input),
  queryFn: async ({ queryKey }: { queryKey: QueryKey }) =>
    (await call(entry, markRequestIfPolled(input, queryKey))).body,
})

/** Calls a GET entry of the API contract for a component. `error` is always a CallError. */
export const useApiQuery = <E extends Entry>(entry: E, input: CallInput<E>, options?: QueryOptions<AnswerOf<E>>) =>
  useQuery<AnswerOf<E>, CallError>({ ...options, ...queryOf(entry, input) })

/** Calls a GET entry of the API contract once for each input. The results have the order of the inputs. */
export const useApiQueries = <E extends Entry>(
  entry: E,
  inputs: readonly CallInput<E>[],
  options?: QueryOptions<AnswerOf<E>>,
) => useQueries({ queries: inputs.map((input) => ({ ...options, ...queryOf(entry, input) })) })

/**
 * Prefetches the data that `useApiQuery` is about to read. Resolves even if that fails, because `useApiQuery` then reports the
 * failure.
 */
export const readAhead = <E extends Entry>(entry: E, input: CallInput<E>) =>
  queryClient.prefetchQuery(queryOf(entry, input))

/** Returns the cached response. Fetches it if it is not cached or was invalidated. */
export const readUnlessCached = <E extends Entry>(entry: E, input: CallInput<E>) =>
  queryClient.fetchQuery({ ...queryOf(entry, input), staleTime: Number.POSITIVE_INFINITY })

/** Returns a function that calls the API. A repeat of its last call has the same idempotency key until a call succeeds. */
export const useIdempotentCall = () => useState(() => createIdempotentCall(call))[0]

/** Returns a mutation whose `mutate(input)` calls the entry. A repeat after a failure has the same idempotency key. */
export function useApiMutation<E extends Entry>(entry: E, options?: MutationOptions<AnswerOf<E>, CallInput<E>>) {
  const callOnce = useIdempotentCall()
  return useMutation<AnswerOf<E>, CallError, CallInput<E>>({
    ...options,
    mutationFn: async (input) => (await callOnce(entry, input)).body,
  })
}

type PathParams = Readonly<Record<string, string>>

const cachedOf = (entry: Entry, params?: PathParams) => (params ? [entryKey(entry), params] : [entryKey(entry)])

/**
 * Marks the cached responses of `entry` as outdated; with `params`, only those for that path. Those that are shown are fetched
 * again at once, the others when they are next shown.
 */
export const invalidate = (entry: Entry, params?: PathParams) =>
  queryClient.invalidateQueries({ queryKey: cachedOf(entry, params) })

/** Marks cached responses as outdated like `invalidate`, but fetches none at once: each is fetched when it is next shown. */
export const markOutdated = (entry: Entry, params?: PathParams) =>
  queryClient.invalidateQueries({ queryKey: cachedOf(entry, params), refetchType: 'none' })

/**
 * Changes the cached rows of a list page by page, for example after a row was saved. Cancels requests under way that would replace
 * these rows, because their responses may be older than the change.
 */
export function changeCachedRows<E extends PagedEntry>(entry: E, change: (rows: AnswerOf<E>) => AnswerOf<E>) {
  const queryKey = [entryKey(entry)]
  void queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
  queryClient.setQueriesData<InfiniteData<CallResult<E>>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, body: change(page.body) })) },
  )
}

/** Changes the cached responses of an entry until they are fetched again. */
export const changeCachedAnswers = <E extends Entry>(entry: E, change: (answer: AnswerOf<E>) => AnswerOf<E>) =>
  queryClient.setQueriesData<AnswerOf<E>>({ queryKey: [entryKey(entry)] }, (answer) => answer && change(answer))

/** Returns the cached responses of an entry for all its inputs. */
export const cachedAnswers = <E extends Entry>(entry: E) =>
  queryClient.getQueriesData<AnswerOf<E>>({ queryKey: [entryKey(entry)] }).flatMap(([, answer]) => answer ?? [])

/**
 * Stores a response that is already known, so that `useApiQuery` finds it. `updatedAt` says when the server returned it, in
 * milliseconds since 1970, by default now.
 */
export const rememberAnswer = <E extends Entry>(
  entry: E,
  input: CallInput<E>,
  answer: AnswerOf<E>,
  updatedAt = Date.now(),
) => queryClient.setQueryData<unknown>(queryKeyOf(entry, input), answer, { updatedAt })

/** Removes cached responses of `entry`, such as the details of a deleted record. */
export const forgetAnswers = (entry: Entry, params?: PathParams) =>
  queryClient.removeQueries({ queryKey: cachedOf(entry, params) })
