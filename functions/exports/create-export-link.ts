import type * as organisationExports from '#shared/api/organisation-exports.ts'
import { aboutExport } from '../data/subjects.ts'
import { AppError, notFoundError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { archiveName, picturesId, presentExport } from './present-export.ts'

export const createExportLink: Operation<typeof organisationExports.createExportLink> = async (
  { params, caller, activity },
  { table, archives, now },
) => {
  const stored = await table.get(caller.keys.organisationExport(params.id))
  if (!stored) throw notFoundError('Export')
  const { id, state, parts } = presentExport(stored, now())
  if (state === 'expired') throw new AppError('conflict', 'This export has expired')
  if (state !== 'ready') throw new AppError('conflict', 'This export is not ready')
  await activity.record({ action: 'organisation.export_downloaded', ...aboutExport(stored) })
  return {
    url: await archives.address(id, archiveName(stored)),
    parts: await Promise.all(
      parts.map(async (part, i) => ({ ...part, url: await archives.address(picturesId(id, i + 1), part.name) })),
    ),
  }
}
