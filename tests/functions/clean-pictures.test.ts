import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanPicture } from '#functions/files/clean-picture.ts'
import { howMany, sampleUnlessProof } from '#tests/support/how-many.ts'
import {
  fileWithExtras,
  hiddenMarksPattern,
  plainPicture,
  plainPictures,
  type SamplePicture,
} from '#tests/support/picture-corpus.ts'
import { bytesOf, jpegSegment, pngChunk, withInsertedBytes } from '#tests/support/picture-parts.ts'

/** Returns a picture as an independent decoder shows it: upright, and without its color profile, which cleaning removes. */
async function seen(file: Uint8Array) {
  const decoder = sharp(file, { failOn: 'warning', ignoreIcc: true })
    .autoOrient()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
  const { data, info } = await decoder.toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data.toString('base64') }
}

async function cleaned(file: Uint8Array) {
  const picture = await cleanPicture(file)
  if (!picture) throw new Error('A whole picture was refused')
  return picture
}

const demoPictures = new URL('../../infra/local/demo/pictures/', import.meta.url)
const realPictures = await Promise.all(
  (await readdir(demoPictures)).map(async (name): Promise<[string, SamplePicture]> => {
    const file = await readFile(new URL(name, demoPictures))
    return [name, { type: name.endsWith('.png') ? 'image/png' : 'image/jpeg', file }]
  }),
)
const samples = [...plainPictures, ...realPictures]

const jpeg = plainPicture('jpeg baseline').file
const png = plainPicture('png true colour').file

describe.each(sampleUnlessProof(samples, 0, 2))('a picture coded as %s', (_, sample) => {
  test('keeps its pixels, and cleaning it again changes nothing', async () => {
    const picture = await cleaned(sample.file)
    const { width, height } = await sharp(sample.file).metadata()
    expect(picture).toMatchObject({ contentType: sample.type, width, height })
    expect(await seen(picture.bytes)).toEqual(await seen(sample.file))
    expect((await cleaned(picture.bytes)).bytes.equals(picture.bytes)).toBe(true)
  })

  test('loses all metadata except its orientation', async () => {
    for (const orientation of sampleUnlessProof([1, 2, 3, 4, 5, 6, 7, 8], 5, 8)) {
      const heavy = fileWithExtras(sample, orientation)
      const { bytes } = await cleaned(heavy)
      expect(hiddenMarksPattern.exec(bytes.toString('latin1'))).toBeNull()
      const { xmp, iptc, comments, exif, icc, ...metadata } = await sharp(bytes).metadata()
      expect([xmp, iptc, comments, icc]).toEqual([undefined, undefined, undefined, undefined])
      if (orientation === 1) expect(exif).toBeUndefined()
      else
        expect([metadata.orientation, exif?.toString('latin1').replace('Exif\0\0', '').length]).toEqual([
          orientation,
          26,
        ])
      expect(await seen(bytes)).toEqual(await seen(heavy))
      expect((await cleaned(bytes)).bytes.equals(bytes)).toBe(true)
    }
  })
})

test('a JPEG may have restart markers and fill bytes before its markers', async () => {
  const restarts = Array.from({ length: 9 }, (_, i) => bytesOf([0xff, 0xd0 + (i % 8), i]))
  const restarting = withInsertedBytes(withInsertedBytes(jpeg, -2, ...restarts), 2, jpegSegment(0xdd, [0, 1]))
  expect((await cleaned(restarting)).bytes.equals(restarting)).toBe(true)
  const filled = withInsertedBytes(restarting, 2, Buffer.from([0xff, 0xff, 0xff]))
  expect((await cleaned(filled)).bytes.equals(restarting)).toBe(true)
})

/** Returns positions in a file: all of a short file, and only some of a long one. */
const placesIn = ({ length }: Uint8Array) => {
  const step = Math.ceil(length / howMany({ quick: 30, proof: 400 }))
  return Array.from({ length: Math.floor(length / step) }, (_, i) => i * step)
}

describe.each([...plainPictures])('a damaged picture coded as %s', (_, sample) => {
  test('is rejected if cut off anywhere', async () => {
    const { bytes } = await cleaned(fileWithExtras(sample, 6))
    for (const end of placesIn(bytes))
      expect([end, await cleanPicture(bytes.subarray(0, end))]).toEqual([end, undefined])
  })

  test('is rejected, or cleaned of everything else, if any byte is changed', async () => {
    const { bytes } = await cleaned(fileWithExtras(sample, 6))
    for (const place of placesIn(bytes)) {
      for (const change of [0x01, 0x80, 0xff]) {
        const changed = bytesOf(bytes, 'Hidden Street 7 <script>alert(1)</script>')
        changed[place] = (changed[place] ?? 0) ^ change
        const picture = await cleanPicture(changed)
        if (!picture) continue
        expect([place, change, /Hidden|script/.test(picture.bytes.toString('latin1'))]).toEqual([place, change, false])
        expect((await cleaned(picture.bytes)).bytes.equals(picture.bytes)).toBe(true)
      }
    }
  })
})

test('random bytes, with or without the start of a picture, are rejected or cleaned', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...[...plainPictures.values()].map(({ file }) => file)),
      fc.nat(80),
      fc.uint8Array({ maxLength: 300 }),
      async (file, remaining, rest) => {
        const picture = await cleanPicture(bytesOf(file.subarray(0, remaining), rest))
        if (picture) expect((await cleaned(picture.bytes)).bytes.equals(picture.bytes)).toBe(true)
      },
    ),
    { numRuns: howMany({ quick: 200, proof: 1000 }) },
  ))

/** Returns ten megabytes of repetitions of the piece. */
const repeated = (piece: Uint8Array) => {
  const many = Buffer.alloc(Math.floor(10_000_000 / piece.length) * piece.length)
  return many.fill(piece)
}

/** Files full of the smallest possible pieces. These take the most memory and time for their size. */
const crumbs: Record<string, () => Buffer> = {
  'comments of a JPEG': () => withInsertedBytes(jpeg, 2, repeated(jpegSegment(0xfe))),
  'tables of a JPEG': () => withInsertedBytes(jpeg, 2, repeated(jpegSegment(0xdd, [0, 0]))),
  'bytes between the markers of a JPEG': () => withInsertedBytes(jpeg, 2, repeated(Buffer.from([0xff]))),
  'stuffed bytes of a JPEG': () => withInsertedBytes(jpeg, -2, repeated(Buffer.from([0xff, 0]))),
  'texts of a PNG': () => withInsertedBytes(png, 33, repeated(pngChunk('tEXt'))),
  'empty pixels of a PNG': () => withInsertedBytes(png, -12, repeated(pngChunk('IDAT'))),
}

test.each(Object.entries(crumbs))(
  'ten megabytes of %s are accepted and cleaned',
  { tags: ['proof'] },
  async (_, make) => {
    const file = make()
    const { bytes } = await cleaned(file)
    expect(bytes.length).toBeLessThanOrEqual(file.length)
  },
)
