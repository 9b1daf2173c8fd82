import { expect, type Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { cleanPicture } from '#functions/files/clean-picture.ts'
import { completeDelivery, requestPhotoUpload } from '#shared/api/deliveries.ts'
import { fileWithExtras, hiddenMarksPattern, plainPictures } from '#tests/support/picture-corpus.ts'
import { type PictureType, pictures, refusedPhotoFiles } from '#tests/support/pictures.ts'
import { aDelivery, hasPathOf, signInStaff } from './deliveries-staff.ts'
import { nameHere } from './new-names.ts'
import { fillInCompletion } from './support.ts'
import { test } from './watched-test.ts'

const list = '/pharmacy/delivery'
const notAnImage = 'Please upload an image file (JPEG, PNG, etc.)'

const [red, blue, white] = ['255 0 0', '0 0 255', '255 255 255']

/** Makes a picture that is red on the left, blue on the right, and transparent in the middle if the format allows it. */
function halves(width: number, height: number): Sharp {
  const half = (background: string) => ({ create: { width: width * 0.4, height, channels: 4 as const, background } })
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width, height, channels: 4, background: clear } }).composite([
    { input: half('red'), gravity: 'west' },
    { input: half('blue'), gravity: 'east' },
  ])
}

/**
 * Traces of a photo's owner or camera that must not be left in a file. The colour profile that a browser writes into its own
 * pictures is allowed.
 */
const ofTheOwner = /Exif|Hidden|script|xpacket|Photoshop/

/**
 * Makes a file with everything that a camera and its owner add to a picture. Its orientation says that the left side of the stored
 * picture is to be shown as its top.
 */
const laden = async (type: PictureType, drawing: Sharp) => fileWithExtras({ type, file: await drawing.toBuffer() }, 6)

/**
 * Returns the size of a picture and its colours at left, middle and right (or from top to bottom of a tall picture), rounded to
 * what lossy encoding preserves.
 */
async function measurePicture(file: Buffer) {
  const { data, info } = await sharp(file).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (part: number) => {
    const isHigh = info.height > info.width
    const [x, y] = isHigh ? [0.5, part] : [part, 0.5]
    const pixel = Math.floor(y * info.height) * info.width + Math.floor(x * info.width)
    return [...data.subarray(pixel * 3, pixel * 3 + 3)].map((sample) => Math.round(sample / 51) * 51).join(' ')
  }
  return { width: info.width, height: info.height, colours: [at(0.1), at(0.5), at(0.9)] }
}

/** Returns the bytes behind a presigned URL. */
const bytesAt = async (address: string | null) => Buffer.from(await (await fetch(address ?? '')).arrayBuffer())

declare global {
  interface Window {
    /** The file that the page previewed last. */
    previewed?: Blob | MediaSource
  }
}

/** Makes the page keep the file that it previewed last, because its policy forbids fetching the file from its URL. */
const keepPreviews = (page: Page) =>
  page.addInitScript(() => {
    const make = URL.createObjectURL
    URL.createObjectURL = (file) => {
      window.previewed = file
      return make(file)
    }
  })

async function previewedBytes(page: Page) {
  const base64 = await page.evaluate(async () => {
    const bytes = window.previewed instanceof Blob ? await window.previewed.arrayBuffer() : new ArrayBuffer()
    return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(base64, 'base64')
}

/** Creates a delivery in progress and opens its completion dialog as its driver. */
async function atTheDoor(page: Page, name: string) {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere(name), { pharmacist: driver, status: 'in_progress' })
  await driver.enter(page, `${list}/${id}`)
  await page.getByRole('button', { name: 'Complete Delivery' }).click()
  const dialog = page.getByRole('dialog', { name: /^Complete Delivery/ })
  return {
    dialog,
    chooser: dialog.getByLabel('Delivery photo file'),
    preview: dialog.getByRole('img', { name: 'Delivery', exact: true }),
    confirm: dialog.getByRole('button', { name: 'Confirm & Complete Delivery' }),
  }
}

test('a photo of any type becomes a small, upright JPEG without metadata', {
  tag: '@proof',
}, async ({ page }) => {
  await keepPreviews(page)
  const { dialog, chooser, preview, confirm } = await atTheDoor(page, 'Petra Kinds')
  const large = { width: 2048, height: 1024, colours: [red, white, blue] }
  const upright = { width: 1024, height: 2048, colours: [red, white, blue] }
  const opaque = halves(3000, 1500).flatten({ background: '#fff' })
  const kinds: [name: string, mimeType: string, file: Buffer, seen: object][] = [
    ['door.jpg', 'image/jpeg', await laden('image/jpeg', opaque.clone().jpeg()), upright],
    ['door.jpg', 'image/jpeg', await opaque.clone().jpeg({ progressive: true }).toBuffer(), large],
    ['door.png', 'image/png', await halves(3000, 1500).png().toBuffer(), large],
    ['door.png', 'image/png', await halves(3000, 1500).toColourspace('rgb16').png().toBuffer(), large],
    ['door.webp', 'image/webp', await halves(3000, 1500).webp().toBuffer(), large],
    ['door.avif', 'image/avif', await opaque.clone().avif({ effort: 0 }).toBuffer(), large],
    ['door.gif', 'image/gif', await halves(300, 150).gif().toBuffer(), { ...large, width: 300, height: 150 }],
    ['no type', '', await opaque.clone().png().toBuffer(), large],
  ]
  let last = ''
  for (const [name, mimeType, buffer, seen] of kinds) {
    await test.step(`${name} of type ${mimeType}`, async () => {
      await chooser.setInputFiles({ name, mimeType, buffer })
      await expect(preview).not.toHaveAttribute('src', last)
      last = (await preview.getAttribute('src')) ?? ''
      const made = await previewedBytes(page)
      expect(await measurePicture(made)).toEqual(seen)
      const { format, exif, xmp, iptc, orientation } = await sharp(made).metadata()
      expect([format, exif, xmp, iptc, orientation]).toEqual(['jpeg', undefined, undefined, undefined, undefined])
      expect(ofTheOwner.exec(made.toString('latin1'))).toBeNull()
      expect(made.length).toBeLessThan(600_000)
    })
  }

  await test.step('sending the JPEG', async () => {
    const photo = await laden('image/jpeg', opaque.clone().jpeg())
    await chooser.setInputFiles({ name: 'Hidden Street 7.jpg', mimeType: 'image/jpeg', buffer: photo })
    await expect(preview).not.toHaveAttribute('src', last)
    await fillInCompletion(dialog)
    await dialog.getByRole('button', { name: 'Save Signature' }).click()
    let sent = ''
    await page.route(
      (url) => hasPathOf(url, completeDelivery),
      (route) => {
        sent = route.request().postDataBuffer()?.toString('latin1') ?? ''
        return route.continue()
      },
    )
    await confirm.click()
    await expect(page.getByText('Delivery completed successfully')).toBeVisible()
    expect(sent).toContain('filename="delivery_photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff')
    expect(ofTheOwner.exec(sent)).toBeNull()
    const shown = page.getByRole('img', { name: /at the door/ })
    expect(await measurePicture(await bytesAt(await shown.getAttribute('src')))).toEqual(upright)
  })
})

test('a picture of the camera is sent as a file named delivery-photo.jpg', { tag: ['@proof', '@phone'] }, async ({
  page,
}) => {
  const { dialog, preview, confirm } = await atTheDoor(page, 'Carla Camera')
  await dialog.getByRole('button', { name: 'Take Photo' }).click()
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await expect(preview).toBeVisible()
  await fillInCompletion(dialog)
  await dialog.getByRole('button', { name: 'Save Signature' }).click()
  let sent: Buffer | null = null
  await page.route(
    (url) => hasPathOf(url, completeDelivery),
    (route) => {
      sent = route.request().postDataBuffer()
      return route.continue()
    },
  )
  await confirm.click()
  await expect(page.getByText('Delivery completed successfully')).toBeVisible()
  expect(String(sent)).toContain('filename="delivery-photo.jpg"\r\nContent-Type: image/jpeg')
})

test('a file that the browser cannot show is rejected when chosen, at the door and in the tracker', {
  tag: ['@phone', '@proof'],
}, async ({ page }) => {
  const { dialog, chooser, preview } = await atTheDoor(page, 'Henry Heic')
  const alert = dialog.getByRole('alert').filter({ hasText: /image file|10MB/ })
  const heic = { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from(refusedPhotoFiles.HEIC) }

  await test.step('a file that is too large', async () => {
    await chooser.setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10_485_761) })
    await expect(alert).toHaveText('File size must be less than 10MB')
  })

  const good = await halves(30, 15).png().toBuffer()
  for (const file of [
    heic,
    { name: 'door.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(refusedPhotoFiles.SVG) },
    { name: 'door.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(refusedPhotoFiles.HTML) },
    { name: 'door.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from(refusedPhotoFiles.text) },
  ])
    await test.step(`${file.name} is rejected, and the previous photo stays`, async () => {
      const before = (await preview.count()) > 0 ? await preview.getAttribute('src') : null
      await chooser.setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: good })
      await expect(alert).toHaveCount(0)
      await expect(preview).not.toHaveAttribute('src', before ?? '')
      const stored = await preview.getAttribute('src')
      await chooser.setInputFiles(file)
      await expect(alert).toHaveText(notAnImage)
      await expect(preview).toHaveAttribute('src', stored ?? '')
    })

  await test.step('a file in the tracker', async () => {
    const admin = await signInStaff('Amelia Hart')
    const { id } = await aDelivery(admin, nameHere('Henry Tracker'), { pharmacist: admin, status: 'in_progress' })
    await admin.enter(page, `${list}/${id}`)
    await page.getByLabel('Change status').selectOption('Failed')
    await page.getByLabel('Delivery photo file').setInputFiles(heic)
    await expect(page.getByRole('alert')).toHaveText(notAnImage)
  })
})

test('a photo too large for a request goes straight to S3, and an interrupted upload is not blamed on it', {
  tag: '@proof',
}, async ({ page }) => {
  const { dialog, preview, confirm } = await atTheDoor(page, 'Magnus Large')
  await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 4096, height: 3072 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    const noise = context.createImageData(canvas.width, canvas.height)
    noise.data.forEach((_, i) => {
      noise.data[i] = i % 4 === 3 ? 255 : 96 + 64 * Math.random()
    })
    context.putImageData(noise, 0, 0)
    navigator.mediaDevices.getUserMedia = async () => {
      setInterval(() => context.fillRect(0, 0, 1, 1), 100)
      return canvas.captureStream()
    }
  })
  await dialog.getByRole('button', { name: 'Take Photo' }).click()
  await dialog.getByRole('button', { name: 'Capture' }).click()
  await expect(preview).toBeVisible()
  await fillInCompletion(dialog)
  await dialog.getByRole('button', { name: 'Save Signature' }).click()
  const isStore = (url: URL) => url.origin !== new URL(page.url()).origin
  const uploadRequest = page.waitForRequest((request) => hasPathOf(new URL(request.url()), requestPhotoUpload))
  await page.route(isStore, (route) => route.abort(), { times: 1 })
  await confirm.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Signed, not sent')).toBeVisible()
  await page.route(isStore, (route) => route.fulfill({ status: 400 }), { times: 1 })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to process delivery photo' })).toBeVisible()
  const completed = page.waitForRequest((request) => hasPathOf(new URL(request.url()), completeDelivery))
  await page.getByRole('button', { name: 'Try again' }).click()
  const { content_type, size } = (await uploadRequest).postDataJSON()
  expect([content_type, size > 4_194_304]).toEqual(['image/jpeg', true])
  expect(Number((await (await completed).allHeaders())['content-length'])).toBeLessThan(100_000)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  const photo = page.getByRole('img', { name: /at the door/ })
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(4096)
})

test('a rotated photo from another program is shown upright', { tag: ['@phone', '@proof'] }, async ({ page }) => {
  const [admin, driver] = [await signInStaff('Amelia Hart'), await signInStaff('Miguel Santos')]
  const { id } = await aDelivery(admin, nameHere('Otis Upright'), { pharmacist: driver, status: 'in_progress' })
  const file = await laden('image/jpeg', halves(600, 300).flatten({ background: '#fff' }).jpeg())
  const delivery_photo = `data:image/jpeg;base64,${file.toString('base64')}`
  const patient_signature = `data:image/png;base64,${Buffer.from(pictures['image/png']).toString('base64')}`
  const received = { hipaa_form_received: true, counseling_received: true }
  await driver.call(completeDelivery, { params: { id }, body: { ...received, patient_signature, delivery_photo } })
  await driver.enter(page, `${list}/${id}`)
  const photo = page.getByRole('img', { name: /at the door/ })
  await expect(photo).toBeVisible()
  await expect
    .poll(() => photo.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [naturalWidth, naturalHeight]))
    .toEqual([300, 600])
  const stored = await bytesAt(await photo.getAttribute('src'))
  expect(await measurePicture(stored)).toEqual({ width: 300, height: 600, colours: [red, white, blue] })
  expect(hiddenMarksPattern.exec(stored.toString('latin1'))).toBeNull()
})

test('a cleaned picture looks the same in the browser', { tag: ['@phone', '@proof'] }, async ({ page }) => {
  await page.goto('/login')
  /** Returns the size of the picture as the browser decodes it, and a checksum of its pixels. */
  const decoded = (type: string, file: Buffer) =>
    page.evaluate(
      async ([mime, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
        // Cleaning removes color profiles, so they are ignored here.
        const asStored = { colorSpaceConversion: 'none' } as const
        const picture = await createImageBitmap(new Blob([bytes], { type: mime }), asStored)
        const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
        context?.drawImage(picture, 0, 0)
        const pixels = context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray()
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels))
        return [picture.width, picture.height, hash.join(' ')]
      },
      [type, file.toString('base64')] as const,
    )
  for (const [name, sample] of plainPictures) {
    for (const orientation of [1, 6]) {
      const file = fileWithExtras(sample, orientation)
      const clean = await cleanPicture(file)
      const shown = await decoded(sample.type, clean?.bytes ?? Buffer.alloc(0))
      expect([name, orientation, shown]).toEqual([name, orientation, await decoded(sample.type, file)])
    }
  }
})
