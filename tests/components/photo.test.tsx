import { expect, test } from 'vitest'
import { rewritePhoto } from '../../web/features/photo/rewrite-photo.ts'

/** Returns a JPEG of 640 × 480, as a canvas writes it. */
async function aJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(640, 480)
  const context = canvas.getContext('2d')
  context?.fillRect(0, 0, 320, 480)
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
}
/** A photo as a phone hands it over. */
const fileOf = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'photo.jpg', { type: 'image/jpeg' })

test('a JPEG without its end, which the browser shows, is sent whole', async () => {
  const { photo, problem } = await rewritePhoto(fileOf((await aJpeg()).slice(0, -2)))
  expect(problem).toBeUndefined()
  const bytes = new Uint8Array((await photo?.arrayBuffer()) ?? new ArrayBuffer())
  expect([...bytes.slice(-2)]).toEqual([0xff, 0xd9])
  expect(await createImageBitmap(photo ?? new Blob())).toMatchObject({ width: 640, height: 480 })
})

test('a file that no decoder shows is reported as no image', async () => {
  const { photo, problem } = await rewritePhoto(fileOf(new TextEncoder().encode('Not a picture')))
  expect([photo, problem]).toEqual([undefined, 'Please upload an image file (JPEG, PNG, etc.)'])
})
