import type { ExportPosition, StoredOrganisationExport } from '../data/entities/organisation-export.ts'
import { readOrganisation } from '../data/organisations.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { keysOf } from '../data/table-keys.ts'
import { remove, update } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { systemCaller } from '../http/system-caller.ts'
import { letterWrite } from '../mail/outbox.ts'
import { addPictures, afterPictures, completePictures, type PictureLimits, usualPictureLimits } from './add-pictures.ts'
import { ArchivePart } from './archive-part.ts'
import { type Begun, type ExportRun, type Running, saveProgress } from './export-progress.ts'
import { exportSources } from './export-sources.ts'
import { readListPage } from './picture-lists.ts'
import { exportLifeMs, isStalledExport, picturesId } from './present-export.ts'
import { archiveEndOf } from './zip.ts'

/** The ids of an export and of its organisation. */
export interface ExportReference {
  tenant_id: string
  export_id: string
}

/**
 * Makes one step of an export. Returns true if no further step is needed, because the export is ready or has failed, or because the
 * export or its organisation no longer exists. Throws if the export has been unfinished for `exportLifeMs` or longer. The step
 * continues after the last part that the table records. If the previous step was cut off after it had uploaded a further part, that
 * part is overwritten.
 */
export async function continueExport(
  { tenant_id, export_id }: ExportReference,
  services: Services,
  hasTime: () => boolean = () => true,
  pictureLimits: PictureLimits = usualPictureLimits,
): Promise<boolean> {
  const { table, now } = services
  const stored = await table.get(keysOf(tenant_id).organisationExport(export_id))
  const { tenant, roles } = await readOrganisation(table, tenant_id, now())
  if (!stored || !tenant || stored.state === 'ready' || stored.state === 'failed') return true
  if (isStalledExport(stored, now())) throw new Error('The export takes too long')
  const making = { services, caller: systemCaller(tenant, roles), hasTime, pictureLimits }
  let running: Running | undefined = isRunning(stored) ? stored : await begin(stored, making)
  while (running && running.position.source <= listSource) running = await addNext(running, making)
  if (!running) return false
  await end(running, making)
  return true
}

/** The fields that an export has only while it is being made. */
const madeWith = ['upload_id', 'parts', 'position', 'rest', 'lists', 'open_pictures'] as const

/** The name under which S3 keeps the end of the data. */
const restName = 'rest'

/** The source of the list of pictures, which is the last one. */
const listSource = afterPictures

/** Uploads the next part of the archive that is being made: first of the data, then of the pictures, then of their list. */
async function addNext(running: Running, making: ExportRun): Promise<Running | undefined> {
  const { open_pictures, position } = running
  if (open_pictures?.is_closed) return completePictures(running, open_pictures, making)
  const arePictures = position.source >= exportSources.length && position.source < listSource
  return arePictures ? addPictures(running, making) : addPart(running, making)
}

const isRunning = (stored: StoredOrganisationExport): stored is Running => stored.upload_id !== undefined

async function begin(stored: StoredOrganisationExport, { services, caller }: ExportRun): Promise<Running> {
  const upload_id = await services.archives.begin(stored.id)
  const begun: Pick<Running, 'state' | Begun> = {
    state: 'running',
    upload_id,
    parts: [],
    position: { source: 0 },
    lists: 0,
    picture_parts: [],
  }
  await services.table.write(
    update(
      caller.keys.organisationExport(stored.id),
      { set: begun },
      { where: { state: 'waiting' }, refused: () => new OvertakenError() },
    ),
  )
  return { ...stored, ...begun }
}

/** Reads until a part is full or nothing is left, and then uploads the part to S3. Returns undefined if the time runs out first. */
async function addPart(running: Running, making: ExportRun): Promise<Running | undefined> {
  const { services, hasTime } = making
  const { archives } = services
  const isList = running.position.source === listSource
  const stop = isList ? listSource + 1 : exportSources.length
  const rest = isList && running.rest
  const part = new ArchivePart(
    rest ? { bytes: await archives.storedPart(running.id, restName), files: rest } : undefined,
  )
  let position = running.position
  while (position.source < stop && !part.isFull) {
    if (!hasTime()) return undefined
    position = await readPage(part, position, { running, ...making })
  }
  const number = running.parts.length + 1
  const { bytes, files } = part.finish(number)
  const rows = running.rows + part.rows
  if (position.source === exportSources.length && !part.isFull) {
    // S3 takes a part of this size only as the last one, and the list of pictures is yet to follow.
    await archives.keep(running.id, restName, bytes)
    const isOwn = ({ position: found }: StoredOrganisationExport) => found?.source === position.source
    return saveProgress(running, { set: { rest: files, position, rows }, isOwn }, making)
  }
  const isLast = position.source > listSource
  const directory = isLast ? [archiveEndOf([...running.parts.flatMap((earlier) => earlier.files), ...files])] : []
  const etag = await archives.putPart(running, number, Buffer.concat([bytes, ...directory]))
  const parts = [...running.parts, { etag, files }]
  const isOwn = (found: StoredOrganisationExport) => found.parts?.at(-1)?.etag === etag
  return saveProgress(running, { set: { parts, position, rows }, remove: ['rest'], isOwn }, making)
}

async function readPage(
  part: ArchivePart,
  { source, after }: ExportPosition,
  { running, caller, services }: ExportRun & { running: Running },
): Promise<ExportPosition> {
  const read = exportSources[source]
  const page = read
    ? await read({ caller, services, since: running.created_at, after })
    : await readListPage(services.archives, running, after)
  part.add(page.lines)
  return page.after === undefined ? { source: source + 1 } : { source, after: page.after }
}

async function end(running: Running, { services, caller }: ExportRun): Promise<void> {
  const { archives, table, now } = services
  await archives.complete(
    running,
    running.parts.map(({ etag }) => etag),
  )
  const ends_at = new Date(now().getTime() + exportLifeMs).toISOString()
  await table.write(
    update(
      caller.keys.organisationExport(running.id),
      { set: { state: 'ready', ends_at }, remove: [...madeWith] },
      { where: { state: 'running' }, refused: () => new OvertakenError() },
    ),
    remove(caller.keys.exportUnderWay, { absentOr: { where: { export_id: running.id } } }),
    letterWrite(services, 'export_ready', { tenant_id: caller.tenant.id, reader_id: running.user_id }),
  )
}

/** Marks an unfinished export as failed, so that another one can be started. */
export async function giveUpExport({ tenant_id, export_id }: ExportReference, services: Services): Promise<void> {
  const keys = keysOf(tenant_id)
  const stored = await services.table.get(keys.organisationExport(export_id))
  if (!stored || stored.state === 'ready' || stored.state === 'failed') return
  await services.table.write(
    update(
      keys.organisationExport(export_id),
      { set: { state: 'failed' }, remove: [...madeWith, 'picture_parts'] },
      { where: { state: stored.state }, refused: () => new OvertakenError() },
    ),
    remove(keys.exportUnderWay, { absentOr: { where: { export_id } } }),
  )
  // S3 would also delete the parts of an unfinished upload by itself, after a day.
  if (!isRunning(stored)) return
  const { id, open_pictures: open, picture_parts } = stored
  await services.archives.abandon(stored)
  if (open) await services.archives.abandon({ id: picturesId(id, picture_parts.length + 1), upload_id: open.upload_id })
}
