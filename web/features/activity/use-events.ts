import { useEffect, useState } from 'react'
import { listActivity } from '#shared/api/activity.ts'
import type { CallInput } from '../../lib/api/caller.ts'
import { useApiPages } from '../../lib/api/paged-queries.ts'

/** So many calls more than the one that was asked for go back by themselves, where filters leave pages short. */
const furtherCalls = 5

type Question = CallInput<typeof listActivity>

export const pageOf = ({ query, ...input }: Question, pageSize: number) => ({
  ...input,
  query: { ...query, limit: String(pageSize) },
})

/**
 * The events of a question, page by page. A call reads a limited number of events, of which the filters may leave few or none: the
 * next calls follow by themselves until a whole page has come together, and after some of them it is asked whether to go on.
 */
export function useEvents(input: Question, pageSize: number) {
  const pages = useApiPages(listActivity, pageOf(input, pageSize))
  const question = JSON.stringify(input)
  /** How many pages there were when somebody last asked for more. */
  const [last, setLast] = useState({ question, pages: 0 })
  const before = last.question === question ? last.pages : 0
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  const since = data?.pages.slice(before) ?? []
  const found = since.reduce((sum, { body }) => sum + body.length, 0)
  const isShort = hasNextPage && since.length > 0 && found < pageSize
  const goesOn = isShort && since.length <= furtherCalls && !isFetchNextPageError

  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  })

  return {
    ...pages,
    isFetchingNextPage: pages.isFetchingNextPage || goesOn,
    fetchNextPage: () => {
      setLast({ question, pages: data?.pages.length ?? 0 })
      return fetchNextPage()
    },
    /** Nothing was found so far, and it is not known yet whether there is anything. */
    isLooking: pages.isPending || (goesOn && pages.rows?.length === 0),
    /** The instant up to which was looked without finding a whole page. */
    lookedBackTo: isShort && !goesOn ? since.at(-1)?.readTo : undefined,
  }
}
