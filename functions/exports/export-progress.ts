import type { StoredOrganisationExport } from '../data/entities/organisation-export.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { update } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import type { PictureLimits } from './add-pictures.ts'

export type Begun = 'upload_id' | 'parts' | 'position' | 'lists' | 'picture_parts'

/** An export whose upload has begun. */
export type Running = StoredOrganisationExport & Required<Pick<StoredOrganisationExport, Begun>>

export interface ExportRun {
  services: Services
  caller: Caller
  /** Called before each page. If it returns false, the step ends without reading more. */
  hasTime: () => boolean
  pictureLimits: PictureLimits
}

interface Progress {
  set: Partial<StoredOrganisationExport>
  remove?: (keyof StoredOrganisationExport)[]
  /** Whether a found export already has this change. After a lost response, the SDK's retry finds its own first write. */
  isOwn: (found: StoredOrganisationExport) => boolean
}

/** Records what has been uploaded and where the next step continues, unless another run of the export has got further. */
export async function saveProgress(
  running: Running,
  { set, remove = [], isOwn }: Progress,
  { services, caller }: ExportRun,
): Promise<Running> {
  const { parts, picture_parts, lists } = running
  await services.table.write(
    update(
      caller.keys.organisationExport(running.id),
      { set, remove },
      {
        where: { state: 'running', lists },
        sizes: { parts: parts.length, picture_parts: picture_parts.length },
        refused: (found) => (found && isOwn(found) ? undefined : new OvertakenError()),
      },
    ),
  )
  const removed = Object.fromEntries(remove.map((field) => [field, undefined]))
  return { ...running, ...set, ...removed }
}
