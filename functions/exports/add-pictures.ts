import { photoLimitBytes } from '#shared/model/completion.ts'
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
import { archiveEndBytes, archiveEndOf, entryBytesOf, PackedFile } from './zip.ts'

/** The most that one ZIP file of pictures has. Its first picture is in it whatever its size. */
export interface PictureLimits {
  /** The bytes of the whole file, its directory included. */
  bytes: number
  files: number
}

/** The entries of a ZIP file's directory have to fit into memory. */
export const usualPictureLimits: PictureLimits = { bytes: 1_000_000_000, files: 20_000 }

/** How many deliveries are read per page. */
const pageSize = 25

/** How many pictures are in memory at once, besides those of the part that is being made. A picture has at most 10 MB. */
const batchSize = 4

/** With this many missing pictures, a piece of the list is full. */
const listSize = 5000

/** The pictures that are uploaded as one part, and what the list of pictures says about them. */
interface Chunk extends PictureList {
  bytes: Buffer[]
  size: number
  /** The size of the pictures' entries in the ZIP file's directory. */
  directory: number
  position: ExportPosition
  /** False once a picture was left to the next ZIP file, because this one would become too large. */
  hasRoom: boolean
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
  const { position } = running
  const lists = { files: [], pictures: [], missing: [] }
  const chunk: Chunk = { ...lists, bytes: [], size: 0, directory: 0, position, hasRoom: true }
  while (!isFull(chunk)) {
    if (!making.hasTime()) return undefined
    await addPage(chunk, running, making)
  }
  return chunk
}

const isFull = (chunk: Chunk) => chunk.size >= smallestPart || endsArchive(chunk)

const endsArchive = ({ hasRoom, position, missing }: Chunk) =>
  !hasRoom || position.source === afterPictures || missing.length >= listSize

/** Adds the pictures of a page of deliveries, as far as they fit. */
async function addPage(chunk: Chunk, running: Running, making: ExportRun): Promise<void> {
  const { caller, services } = making
  const { source, after, pictures: before } = chunk.position
  const read = deliverySources[source - firstSource]
  if (!read) throw new Error(`There is no source ${source}`)
  const page = await read({ caller, services, since: running.created_at, after }, pageSize)
  const all = page.deliveries.flatMap(picturesOf)
  // If the page has changed since, it is read again from its first picture.
  let count = before && all[before.count - 1]?.key === before.last ? before.count : 0
  while (count < all.length) {
    if (isFull(chunk)) return
    for (const picture of await readPictures(all.slice(count, count + batchSize), services)) {
      chunk.hasRoom = addPicture(chunk, picture, running, making)
      if (!chunk.hasRoom) return
      count++
      chunk.position = { source, after, pictures: { count, last: picture.key } }
    }
  }
  chunk.position = page.after === undefined ? { source: source + 1 } : { source, after: page.after }
}

const readPictures = <Picture extends { key: string }>(batch: readonly Picture[], { media }: Services) =>
  Promise.all(batch.map(async (one) => ({ ...one, bytes: await media.read(one.key, 2 * photoLimitBytes) })))

type ReadPicture = ReturnType<typeof picturesOf>[number] & { bytes: Uint8Array | undefined }

/** Adds a picture to the chunk. Returns false if the ZIP file has no room for it. */
function addPicture(
  chunk: Chunk,
  { picture, key, bytes }: ReadPicture,
  running: Running,
  { services, pictureLimits }: ExportRun,
): boolean {
  if (!bytes) {
    chunk.missing.push({ ...picture, link: `${services.appOrigin}/pharmacy/delivery/${picture.delivery_id}` })
    return true
  }
  // A delivery that changes during the export is read again. The folder keeps its second file apart from the first.
  const folder = String(running.lists + 1).padStart(5, '0')
  const name = `${folder}/${picture.delivery_id}/${key.slice(key.lastIndexOf('/') + 1)}`
  if (!chunk.files.some((file) => file.name === name)) {
    const packed = new PackedFile()
    packed.add(bytes)
    const { bytes: whole, file } = packed.finish(name)
    const size = chunk.size + whole.length
    const directory = chunk.directory + entryBytesOf(file)
    const { open_pictures: open } = running
    const files = (open?.files ?? 0) + chunk.files.length + 1
    const total = (open?.bytes ?? 0) + size + (open?.directory_bytes ?? 0) + directory + archiveEndBytes
    if (files > 1 && (total > pictureLimits.bytes || files > pictureLimits.files)) return false
    chunk.bytes.push(whole)
    chunk.files.push(file)
    Object.assign(chunk, { size, directory })
  }
  chunk.pictures.push({ ...picture, part: archiveName(running, running.picture_parts.length + 1), file: name })
  return true
}
/** Uploads the chunk. Returns the ZIP file's progress, or undefined if there is neither a picture nor an open ZIP file. */
async function uploadChunk(
  chunk: Chunk,
  running: Running,
  { services: { archives } }: ExportRun,
): Promise<OpenPictures | undefined> {
  const { open_pictures } = running
  if (!open_pictures && chunk.files.length === 0) return undefined
  const id = picturesId(running.id, running.picture_parts.length + 1)
  const open: OpenPictures = open_pictures ?? {
    ...{ upload_id: await archives.begin(id), first_list: running.lists + 1 },
    ...{ etags: [], files: 0, bytes: 0, directory_bytes: 0, is_closed: false },
  }
  const is_closed = endsArchive(chunk)
  const directory = is_closed ? [archiveEndOf([...(await earlierFiles(open, running, archives)), ...chunk.files])] : []
  const bytes = Buffer.concat([...chunk.bytes, ...directory])
  const etag = await archives.putPart({ id, upload_id: open.upload_id }, open.etags.length + 1, bytes)
  return {
    ...open,
    etags: [...open.etags, etag],
    files: open.files + chunk.files.length,
    directory_bytes: open.directory_bytes + chunk.directory,
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
