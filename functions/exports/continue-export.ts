import type { ExportPosition, StoredOrganisationExport } from '../data/entities/organisation-export.ts'
import { readOrganisation } from '../data/organisations.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { keysOf } from '../data/table-keys.ts'
import { remove, update } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { systemCaller } from '../http/system-caller.ts'
import { letterWrite } from '../mail/outbox.ts'
import { ArchivePart } from './archive-part.ts'
import { exportSources } from './export-sources.ts'
import { exportLifeMs, isStalledExport } from './present-export.ts'
import { archiveEndOf } from './zip.ts'

/** The ids of an export and of its organisation. */
export interface ExportReference {
  tenant_id: string
  export_id: string
}

/** An export whose upload has begun. */
type Running = StoredOrganisationExport & Required<Pick<StoredOrganisationExport, 'upload_id' | 'parts' | 'position'>>

interface ExportRun {
  services: Services
  caller: Caller
  /** Called before each page. If it returns false, the step ends without reading more. */
  hasTime: () => boolean
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
): Promise<boolean> {
  const { table, now } = services
  const stored = await table.get(keysOf(tenant_id).organisationExport(export_id))
  const { tenant, roles } = await readOrganisation(table, tenant_id, now())
  if (!stored || !tenant || stored.state === 'ready' || stored.state === 'failed') return true
  if (isStalledExport(stored, now())) throw new Error('The export takes too long')
  const making = { services, caller: systemCaller(tenant, roles), hasTime }
  let running: Running | undefined = isRunning(stored) ? stored : await begin(stored, making)
  while (running && running.position.source < exportSources.length) running = await addPart(running, making)
  if (!running) return false
  await end(running, making)
  return true
}

const isRunning = (stored: StoredOrganisationExport): stored is Running => stored.upload_id !== undefined

async function begin(stored: StoredOrganisationExport, { services, caller }: ExportRun): Promise<Running> {
  const upload_id = await services.archives.begin(stored.id)
  const begun: Pick<Running, 'state' | 'upload_id' | 'parts' | 'position'> = {
    state: 'running',
    upload_id,
    parts: [],
    position: { source: 0 },
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
  const { services, caller, hasTime } = making
  const part = new ArchivePart()
  let position = running.position
  while (position.source < exportSources.length && !part.isFull) {
    if (!hasTime()) return undefined
    position = await readPage(part, position, { running, ...making })
  }
  const number = running.parts.length + 1
  const { bytes, files } = part.finish(number)
  const isLast = position.source === exportSources.length
  const directory = isLast ? [archiveEndOf([...running.parts.flatMap((earlier) => earlier.files), ...files])] : []
  const etag = await services.archives.putPart(running, number, Buffer.concat([bytes, ...directory]))
  const parts = [...running.parts, { etag, files }]
  const grown = { parts, position, rows: running.rows + part.rows }
  await services.table.write(
    update(
      caller.keys.organisationExport(running.id),
      { set: grown },
      {
        where: { state: 'running' },
        sizes: { parts: running.parts.length },
        // After a lost response, the SDK's retry finds its own first write, which isn't a conflict.
        refused: (found) => (found?.parts?.at(-1)?.etag === etag ? undefined : new OvertakenError()),
      },
    ),
  )
  return { ...running, ...grown }
}

async function readPage(
  part: ArchivePart,
  { source, after }: ExportPosition,
  { running, caller, services }: ExportRun & { running: Running },
): Promise<ExportPosition> {
  const read = exportSources[source]
  if (!read) throw new Error(`There is no source ${source}`)
  const page = await read({ caller, services, since: running.created_at, after })
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
      { set: { state: 'ready', ends_at }, remove: ['upload_id', 'parts', 'position'] },
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
      { set: { state: 'failed' }, remove: ['upload_id', 'parts', 'position'] },
      { where: { state: stored.state }, refused: () => new OvertakenError() },
    ),
    remove(keys.exportUnderWay, { absentOr: { where: { export_id } } }),
  )
  // S3 would also delete the parts of an unfinished upload by itself, after a day.
  if (isRunning(stored)) await services.archives.abandon(stored)
}
