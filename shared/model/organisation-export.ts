import * as z from 'zod/mini'
import { answeredCount, answeredId, answeredInstantOrNull, answeredUrl, instant } from './fields.ts'
import { lazy } from './lazy.ts'

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const

export const exportState = lazy(() => z.enum(exportStates))

/** An export of all that an organisation has, as it is listed. */
export const organisationExport = lazy(() =>
  z.object({
    id: answeredId(),
    state: exportState(),
    /** The lines that its files have, or have so far. */
    rows: answeredCount(),
    created_at: instant(),
    /** Until then it can be downloaded; null before it is ready, and where it failed. */
    ends_at: answeredInstantOrNull(),
  }),
)
export type OrganisationExport = z.output<ReturnType<typeof organisationExport>>

export const exportLink = lazy(() => z.object({ url: answeredUrl() }))
