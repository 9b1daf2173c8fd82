import type { OrganisationExport } from '#shared/model/organisation-export.ts'
import type { StoredOrganisationExport } from '../data/entities/organisation-export.ts'

/** How long an archive is kept, and how long making one may take, in milliseconds. */
export const exportLifeMs = 86_400_000

/** Whether an export took longer than `exportLifeMs` and so will never be ready. */
export const isDead = ({ state, created_at }: StoredOrganisationExport, now: Date) =>
  (state === 'waiting' || state === 'running') && Date.parse(created_at) + exportLifeMs <= now.getTime()

/** An export with its present state. */
export function presentExport(stored: StoredOrganisationExport, now: Date): OrganisationExport {
  const { id, state, rows, created_at, ends_at = null } = stored
  const hasEnded = ends_at !== null && ends_at <= now.toISOString()
  return { id, state: hasEnded ? 'expired' : isDead(stored, now) ? 'failed' : state, rows, created_at, ends_at }
}
