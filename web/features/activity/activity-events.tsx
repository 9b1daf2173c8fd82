import { useEffect, useState } from 'react'
import { listActivity } from '#shared/api/activity.ts'
import { dayIn } from '#shared/rules/dates.ts'
import type { CallInput } from '../../lib/api/caller.ts'
import { useApiPages } from '../../lib/api/paged-queries.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { LiveRegion } from '../../ui/live-region.tsx'
import { LoadMoreControl } from '../../ui/load-more.tsx'

export const activityTexts = {
  loading: 'Loading activity...',
  failed: 'Failed to load activity',
  exportFailed: 'Failed to export activity',
  whoLooked: 'Who viewed this',
} as const

/** If the filters leave too few rows for a page, up to this many further calls are made without asking the user. */
const furtherCalls = 5

type Question = CallInput<typeof listActivity>

export const eventPageInput = ({ query, ...input }: Question, pageSize: number) => ({
  ...input,
  query: { ...query, limit: String(pageSize) },
})

/**
 * Loads the events that match the filters, page by page. A call reads a limited number of events, and few or none of them may
 * match. Further calls follow until a page is full or no events are left. After `furtherCalls` of them, the user decides whether
 * the search goes on.
 */
export function useActivityEvents(input: Question, pageSize: number) {
  const pages = useApiPages(listActivity, eventPageInput(input, pageSize))
  const question = JSON.stringify(input)
  /** The number of pages that had been loaded when the user last asked for more, and the question to which they belong. */
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
    /** True if nothing has been found so far but the search is still going on. */
    isLooking: pages.isPending || (goesOn && pages.rows?.length === 0),
    /** The instant to which the search has reached back, if it stopped without filling a page. */
    lookedBackTo: isShort && !goesOn ? since.at(-1)?.readTo : undefined,
  }
}

interface MoreEventsProps {
  events: ReturnType<typeof useActivityEvents>
  byButton?: boolean
}

/** The end of a list of events: the control for more events and, if a search found too few, how far back it has looked. */
export function MoreEventsControl({ events, byButton = false }: MoreEventsProps) {
  const { time_zone } = useSignedInSession().tenant
  const { lookedBackTo } = events
  return (
    <LoadMoreControl
      pages={events}
      failure={activityTexts.failed}
      byButton={byButton || lookedBackTo !== undefined}
      {...(lookedBackTo && { label: 'Continue' })}
    >
      <LiveRegion role="status" className="muted small">
        {lookedBackTo && `Searched back to ${formatDateAndAnyTime(dayIn(time_zone, new Date(lookedBackTo)))}`}
      </LiveRegion>
    </LoadMoreControl>
  )
}
