import * as z from 'zod/mini'
import { archivedPicture, missingPicture } from '#shared/model/archive.ts'
import { lazy } from '#shared/model/lazy.ts'
import type { TenantArchives } from '../files/archives.ts'
import type { Page } from './export-sources.ts'

/** A piece of the list of pictures, which S3 keeps until the archive is written. */
const pictureList = lazy(() =>
  z.object({
    /** The entries of the directory of the ZIP file that contains the pictures. */
    files: z.array(z.object({ name: z.string(), crc: z.number(), size: z.number(), packed: z.number() })),
    pictures: z.array(archivedPicture()),
    missing: z.array(missingPicture()),
  }),
)
export type PictureList = z.output<ReturnType<typeof pictureList>>

const nameOf = (number: number) => `pictures-${number}.json`

export const keepPictureList = (archives: TenantArchives, exportId: string, number: number, list: PictureList) =>
  archives.keep(exportId, nameOf(number), Buffer.from(JSON.stringify(list)))

export const readPictureList = async (archives: TenantArchives, exportId: string, number: number) =>
  pictureList().parse(JSON.parse(Buffer.from(await archives.storedPart(exportId, nameOf(number))).toString()))

/** Reads the next piece of the list of pictures as a page of an export. `after` is the number of the piece before it. */
export async function readListPage(
  archives: TenantArchives,
  { id, lists }: { id: string; lists: number },
  after = '0',
): Promise<Page> {
  const number = Number(after) + 1
  if (number > lists) return { lines: {} }
  const { pictures, missing } = await readPictureList(archives, id, number)
  return { lines: { pictures, 'missing-pictures': missing }, after: number < lists ? String(number) : undefined }
}
