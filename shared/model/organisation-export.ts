import * as z from 'zod/mini'
import { answeredCount, answeredId, answeredInstantOrNull, answeredUrl, instant } from './fields.ts'
import { lazy } from './lazy.ts'

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const

export const exportState = lazy(() => z.enum(exportStates))

/** An export of all the organisation's data, as it is listed. */
export const organisationExport = lazy(() =>
  z.object({
    id: answeredId(),
    state: exportState(),
    /** The number of lines in its files so far. */
    rows: answeredCount(),
    created_at: instant(),
    /** The export can be downloaded until then. Null before it is ready, and if it failed. */
    ends_at: answeredInstantOrNull(),
  }),
)
export type OrganisationExport = z.output<ReturnType<typeof organisationExport>>

export const exportLink = lazy(() => z.object({ url: answeredUrl() }))
