import { photoLimitBytes } from '#shared/model/completion.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { ArchivedFile, ExportPosition, OpenPictures } from '../data/entities/organisation-export.ts'
import type { TenantArchives } from '../files/archives.ts'
import type { Services } from '../http/services.ts'
import { smallestPart } from './archive-part.ts'
import { deliverySources } from './delivery-pages.ts'
import { type ExportRun, type Running, saveProgress } from './export-progress.ts'
import { exportSources } from './export-sources.ts'
import { keepPictureList, type PictureList, readPictureList } from './picture-lists.ts'
import { picturesOf } from './pictures-of.ts'
import { archiveName, picturesId } from './present-export.ts'
import { archiveEndOf, PackedFile } from './zip.ts'

/** How much one ZIP file of pictures may contain before the next one begins. */
export interface PictureLimits {
  bytes: number
  files: number
}

/**
 * A ZIP file has at most a gigabyte: the last page of pictures, which may have 200 MB, still fits. The entries of its files have to
 * fit into memory.
 */
export const usualPictureLimits: PictureLimits = { bytes: 800_000_000, files: 20_000 }

/** How many deliveries are read per page. The compressed pictures of a page are in memory at once, up to 10 MB each. */
const pageSize = 4

/** With this many missing pictures, a piece of the list is full. */
const listSize = 5000

/** The pictures that are uploaded as one part, and what the list of pictures says about them. */
interface Chunk extends PictureList {
  bytes: Buffer[]
  size: number
  position: ExportPosition
}

const firstSource = exportSources.length
/** The source that follows the pictures. */
export const afterPictures = firstSource + deliverySources.length

/**
 * Reads pictures until one part of the upload is full or all are read, and uploads them. Returns undefined if the time runs out
 * first. When a ZIP file is full, it ends with its directory, and the next pictures begin another one.
 */
export async function addPictures(running: Running, making: ExportRun): Promise<Running | undefined> {
  const chunk = await readChunk(running, making)
  if (!chunk) return undefined
  const { files, pictures, missing, position } = chunk
  const open_pictures = await uploadChunk(chunk, running, making)
  const lists = running.lists + 1
  await keepPictureList(making.services.archives, running.id, lists, { files, pictures, missing })
  const isOwn: Parameters<typeof saveProgress>[1]['isOwn'] = (found) =>
    found.lists === lists && found.open_pictures?.etags.at(-1) === open_pictures?.etags.at(-1)
  return saveProgress(running, { set: { position, lists, ...(open_pictures && { open_pictures }) }, isOwn }, making)
}

/** Completes the ZIP file whose last part has been uploaded. */
export async function completePictures(running: Running, open: OpenPictures, making: ExportRun): Promise<Running> {
  const picture_parts = [...running.picture_parts, { bytes: open.bytes }]
  const id = picturesId(running.id, picture_parts.length)
  await making.services.archives.complete({ id, upload_id: open.upload_id }, open.etags)
  const isOwn = (found: { picture_parts?: unknown[] }) => found.picture_parts?.length === picture_parts.length
  return saveProgress(running, { set: { picture_parts }, remove: ['open_pictures'], isOwn }, making)
}

async function readChunk(running: Running, making: ExportRun): Promise<Chunk | undefined> {
  const chunk: Chunk = { bytes: [], size: 0, files: [], pictures: [], missing: [], position: running.position }
  while (chunk.position.source < afterPictures && !isFull(chunk, running, making)) {
    if (!making.hasTime()) return undefined
    await addPage(chunk, running, making)
  }
  return chunk
}

const isFull = (chunk: Chunk, running: Running, { pictureLimits }: ExportRun) =>
  chunk.size >= smallestPart || endsArchive(chunk, running, pictureLimits)

function endsArchive(chunk: Chunk, { open_pictures: open }: Running, limits: PictureLimits): boolean {
  const [bytes, files] = [(open?.bytes ?? 0) + chunk.size, (open?.files ?? 0) + chunk.files.length]
  const isOver = chunk.position.source === afterPictures
  return isOver || bytes >= limits.bytes || files >= limits.files || chunk.missing.length >= listSize
}

async function addPage(chunk: Chunk, running: Running, { caller, services }: ExportRun): Promise<void> {
  const { source, after } = chunk.position
  const read = deliverySources[source - firstSource]
  if (!read) throw new Error(`There is no source ${source}`)
  const page = await read({ caller, services, since: running.created_at, after }, pageSize)
  const part = archiveName(running, running.picture_parts.length + 1)
  const folder = String(running.lists + 1).padStart(5, '0')
  for (const delivery of page.deliveries)
    for (const { picture, key, bytes } of await readPictures(delivery, services)) {
      const link = `${services.appOrigin}/pharmacy/delivery/${picture.delivery_id}`
      // A delivery that changes during the export is read again. The folder keeps its second file apart from the first.
      const file = `${folder}/${picture.delivery_id}/${key.slice(key.lastIndexOf('/') + 1)}`
      if (!bytes) chunk.missing.push({ ...picture, link })
      else chunk.pictures.push({ ...picture, part, file })
      if (bytes && !chunk.files.some(({ name }) => name === file)) addFile(chunk, file, bytes)
    }
  chunk.position = page.after === undefined ? { source: source + 1 } : { source, after: page.after }
}

/** Reads the pictures of one delivery. Those of several would not fit into memory if all of them were large. */
const readPictures = (delivery: StoredDelivery, { media }: Services) =>
  Promise.all(
    picturesOf(delivery).map(async (one) => ({ ...one, bytes: await media.read(one.key, 2 * photoLimitBytes) })),
  )

function addFile(chunk: Chunk, name: string, content: Uint8Array): void {
  const packed = new PackedFile()
  packed.add(content)
  const { bytes, file } = packed.finish(name)
  chunk.bytes.push(bytes)
  chunk.size += bytes.length
  chunk.files.push(file)
}

/** Uploads the chunk. Returns the ZIP file's progress, or undefined if there is neither a picture nor an open ZIP file. */
async function uploadChunk(
  chunk: Chunk,
  running: Running,
  { services: { archives }, pictureLimits }: ExportRun,
): Promise<OpenPictures | undefined> {
  const { open_pictures } = running
  if (!open_pictures && chunk.files.length === 0) return undefined
  const id = picturesId(running.id, running.picture_parts.length + 1)
  const open: OpenPictures = open_pictures ?? {
    ...{ upload_id: await archives.begin(id), first_list: running.lists + 1 },
    ...{ etags: [], files: 0, bytes: 0, is_closed: false },
  }
  const is_closed = endsArchive(chunk, running, pictureLimits)
  const directory = is_closed ? [archiveEndOf([...(await earlierFiles(open, running, archives)), ...chunk.files])] : []
  const bytes = Buffer.concat([...chunk.bytes, ...directory])
  const etag = await archives.putPart({ id, upload_id: open.upload_id }, open.etags.length + 1, bytes)
  return {
    ...open,
    etags: [...open.etags, etag],
    files: open.files + chunk.files.length,
    bytes: open.bytes + bytes.length,
    is_closed,
  }
}

async function earlierFiles(open: OpenPictures, running: Running, archives: TenantArchives): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = []
  for (let number = open.first_list; number <= running.lists; number++)
    files.push(...(await readPictureList(archives, running.id, number)).files)
  return files
}
