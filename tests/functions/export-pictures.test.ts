import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { runInTenant } from '#functions/data/scope.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import type { PictureLimits } from '#functions/exports/add-pictures.ts'
import { continueExport } from '#functions/exports/continue-export.ts'
import * as organisationExports from '#shared/api/organisation-exports.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { howMany } from '#tests/support/how-many.ts'
import { pictures } from '#tests/support/pictures.ts'
import { app, test } from '#tests/support/product-test.ts'
import { readZip } from '#tests/support/read-zip.ts'
import type { Organisation } from '#tests/support/test-app.ts'

/** Creates a pharmacy whose deliveries have a signature, its strokes and a photo each. */
async function aPharmacyWithPictures(deliveries: number): Promise<Organisation> {
  const at = await app.createPharmacy()
  for (let i = 0; i < deliveries; i++) {
    const { id } = await aDelivery(app, at, { status: 'in_progress' })
    await complete(app, at.driver, id, { data: completionData, photo: pictures['image/jpeg'] })
  }
  await app.table.write(update(keysOf(at.tenant.id).tenant, { set: { limits: { exports: 1000 } } }))
  return at
}

interface Making {
  /** The size of each picture, in the order in which the pictures are first read. */
  sizes: readonly number[]
  limits: PictureLimits
  /** Whether each part's first upload, and each write of progress, is followed by a kill. */
  isKilled: boolean
}

/** Makes an export whose pictures have these sizes. Returns its ZIP files, and the size of each picture by the end of its key. */
async function exportOf(at: Organisation, { sizes, limits, isKilled }: Making) {
  // More than 30 exports a minute would be refused.
  passSeconds(app, 3)
  const { id } = (await app.call(organisationExports.startExport, { as: at.admin })).body
  const { media, archives } = app.services
  const contents = new Map<string, Uint8Array>()
  const uploaded = new Set<string>()
  const read: typeof media.read = async (key) => {
    const content = contents.get(key) ?? randomBytes(sizes[contents.size % sizes.length] ?? 0)
    contents.set(key, content)
    return content
  }
  const putPart: typeof archives.putPart = async (upload, number, bytes) => {
    const etag = await archives.putPart(upload, number, bytes)
    const part = `${upload.id} ${number}`
    if (isKilled && !uploaded.has(part)) {
      uploaded.add(part)
      throw new Error('killed')
    }
    return etag
  }
  Object.assign(app.services, { media: { ...media, read }, archives: { ...archives, putPart } })
  try {
    for (let isDone = false; !isDone; )
      isDone = await runInTenant(at.tenant.id, () =>
        continueExport({ tenant_id: at.tenant.id, export_id: id }, app.services, undefined, limits),
      ).catch((error: unknown) => {
        if (error instanceof Error && error.message === 'killed') return false
        throw error
      })
  } finally {
    Object.assign(app.services, { media, archives })
  }
  const { parts } = (await app.call(organisationExports.createExportLink, { as: at.admin, params: { id } })).body
  const zips: Buffer[] = []
  for (const { url } of parts) zips.push(Buffer.from(await (await fetch(url)).arrayBuffer()))
  return {
    zips,
    contents: new Map([...contents].map(([key, content]) => [key.split('/').slice(-2).join('/'), content])),
  }
}

const filesOf = (zip: Buffer) => [...readZip(zip)].map(([name, packed]) => ({ name, packed }))

/** The size of a file in a ZIP file: its bytes, its header and its entry in the directory. */
const sizeInZip = ({ name, packed }: { name: string; packed: Buffer }) => packed.length + 30 + 46 + 2 * name.length

describe('the ZIP files of an export’s pictures', () => {
  test('never exceed their limits, and each picture is in exactly one of them, even if steps are killed', {
    timeout: howMany({ quick: 60_000, proof: 600_000 }),
  }, async () => {
    const at = await aPharmacyWithPictures(howMany({ quick: 3, proof: 5 }))
    const sizes = fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 1, maxLength: 30 })
    const limits = fc.record({
      bytes: fc.integer({ min: 20_000, max: 600_000 }),
      files: fc.integer({ min: 1, max: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.record({ sizes, limits, isKilled: fc.boolean() }), async (making) => {
        const { bytes, files } = making.limits
        const { zips, contents } = await exportOf(at, making)
        const read = zips.map(filesOf)
        for (const [i, zip] of zips.entries()) {
          const found = read[i] ?? []
          if (found.length > 1) expect(zip.length).toBeLessThanOrEqual(bytes)
          expect(found.length).toBeLessThanOrEqual(files)
          // The next picture would not have fit.
          const next = read[i + 1]?.[0]
          if (next && found.length < files) expect(zip.length + sizeInZip(next)).toBeGreaterThan(bytes)
        }
        const unpacked = read
          .flat()
          .map(({ name, packed }) => [name.split('/').slice(1).join('/'), inflateRawSync(packed)] as const)
        expect(unpacked).toHaveLength(contents.size)
        for (const [name, content] of unpacked) expect(content.equals(contents.get(name) ?? Buffer.of(1))).toBe(true)
      }),
      { numRuns: howMany({ quick: 3, proof: 50 }), endOnFailure: true },
    )
  })
})
