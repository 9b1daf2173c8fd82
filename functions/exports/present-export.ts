import type { OrganisationExport } from '#shared/model/organisation-export.ts'
import type { StoredOrganisationExport } from '../data/entities/organisation-export.ts'

/** How long an archive is kept, in milliseconds. Making it may take at most as long. */
export const exportLifeMs = 86_400_000

/** Returns true if an export has been unfinished for `exportLifeMs` or longer. Such an export will never be ready. */
export const isStalledExport = ({ state, created_at }: StoredOrganisationExport, now: Date) =>
  (state === 'waiting' || state === 'running') && Date.parse(created_at) + exportLifeMs <= now.getTime()

/** Returns the name of an export's ZIP file of data, or of its ZIP file of pictures with this number. */
export const archiveName = ({ created_at }: { created_at: string }, pictures?: number) =>
  `carelane-${created_at.slice(0, 10)}${pictures === undefined ? '' : `-pictures-${pictures}`}.zip`

/** Returns the id under which an export's ZIP file of pictures with this number is stored. */
export const picturesId = (exportId: string, number: number) => `${exportId}-pictures-${number}`

/** Converts an export to the response's form, with its current state. */
export function presentExport(stored: StoredOrganisationExport, now: Date): OrganisationExport {
  const { id, state, rows, created_at, ends_at = null } = stored
  const hasEnded = ends_at !== null && ends_at <= now.toISOString()
  return {
    id,
    state: hasEnded ? 'expired' : isStalledExport(stored, now) ? 'failed' : state,
    rows,
    created_at,
    ends_at,
    parts:
      state === 'ready' && !hasEnded
        ? (stored.picture_parts ?? []).map(({ bytes }, i) => ({ name: archiveName(stored, i + 1), bytes }))
        : [],
  }
}
