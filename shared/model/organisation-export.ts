import * as z from 'zod/mini'
import { countInAnswer, idInAnswer, instantOrNullInAnswer, requiredInstantInAnswer, urlInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const

export const exportState = lazy(() => z.enum(exportStates))

/** A further ZIP file of an export, with pictures. */
export const exportPart = lazy(() => z.object({ name: z.string(), bytes: countInAnswer() }))

/** An export of all of the organisation's data, as lists show it. */
export const organisationExport = lazy(() =>
  z.object({
    id: idInAnswer(),
    state: exportState(),
    /** The number of lines in the export's files so far. */
    rows: countInAnswer(),
    created_at: requiredInstantInAnswer(),
    /** When the export can no longer be downloaded. Null until it is ready, and if it failed. */
    ends_at: instantOrNullInAnswer(),
    /** The further ZIP files, which contain the signatures and photos. Empty until the export is ready. */
    parts: z.array(exportPart()),
  }),
)
export type OrganisationExport = z.output<ReturnType<typeof organisationExport>>

/** A further ZIP file, with the address from which it is downloaded. */
export const exportPartLink = lazy(() => z.extend(exportPart(), { url: urlInAnswer() }))

export const exportLink = lazy(() => z.object({ url: urlInAnswer(), parts: z.array(exportPartLink()) }))
