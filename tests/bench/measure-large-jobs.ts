import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { importRowsLimit } from '#shared/model/import.ts'
import { demoToday } from '../e2e/demo-day.ts'
import type { Extent } from './extents.ts'
import type { Figures } from './figures.ts'
import { openBrowser, type Product, signIn, signInBrowser, withProducts } from './local-product.ts'

/**
 * A script for the page that draws a photo like those of the completion dialog: 2048 pixels wide, with the noise of a small
 * camera. It returns base64.
 */
const drawPhoto = `(async () => {
  const canvas = new OffscreenCanvas(2048, 1536)
  const context = canvas.getContext('2d')
  const image = context.createImageData(2048, 1536)
  for (let i = 0; i < image.data.length; i += 4) {
    const light = 90 + 80 * Math.sin(i / 50_000) + 24 * Math.random()
    image.data.set([light, light * 0.9, light * 0.8, 255], i)
  }
  context.putImageData(image, 0, 0)
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  return new Uint8Array(await photo.arrayBuffer()).toBase64()
})()`

/** A script for the page that draws a signature as on the pad and returns it as a data URL. */
const drawSignature = `(() => {
  const canvas = document.createElement('canvas')
  canvas.width = 800
  canvas.height = 300
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 800, 300)
  context.lineWidth = 3
  for (let x = 60; x < 740; x++) context.lineTo(x, 150 + 70 * Math.sin(x / 17) + 30 * Math.sin(x / 5))
  context.stroke()
  return canvas.toDataURL()
})()`

/** Measures what a pharmacy does rarely but with much at once: an import of 1,000 deliveries, and an audit packet. */
export const measureLargeJobs = ({ roots, packetSize }: Extent): Promise<Figures[]> =>
  withProducts(roots, async (products) => {
    const figures: Figures[] = []
    for (const product of products) {
      const imported = await importSeconds(product)
      const { seconds, megabytes } = await measurePacket(product, packetSize)
      figures.push({ seconds: { import: imported, 'audit packet': seconds }, megabytes: { 'audit packet': megabytes } })
    }
    return figures
  })

type SignedIn = Awaited<ReturnType<typeof signIn>>

const address = { address: '12 Elm Street', city: 'Hamden', state: 'CT', zip_code: '06514' }

async function importSeconds(product: Product): Promise<number> {
  const { call } = await signIn(product)
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    ...{ external_id: `order-${i}`, delivery_date: demoToday(), time_range: '09:00-12:00' },
    rx_information: [{ rx_number: `IMPORT-${i}`, copay: 10.1 }],
    patient: { name: `Grace ${i} Hopper`, phone: `555${String(i).padStart(7, '0')}`, ...address },
  }))
  const started = performance.now()
  for (let at = 0; at < rows.length; at += importRowsLimit)
    await call('POST', '/deliveries/import', { rows: rows.slice(at, at + importRowsLimit) })
  return (performance.now() - started) / 1000
}

/**
 * Returns the seconds from `Download packet` to the file of a packet whose deliveries all have a signature and a photo, and the
 * memory that the processes of the browser need for it. The server runs on the same machine and shares its processors.
 */
async function measurePacket(product: Product, size: number) {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ storageState: await signInBrowser(browser, product.origin) })
    const page = await context.newPage()
    await page.goto(`${product.origin}/pharmacy/audit`)
    const numbers = await complete(page, await signIn(product), size)
    await page.locator('main textarea').fill(numbers.join('\n'))
    await page.locator('main form button[type=submit]').click()
    const download = page.getByRole('button', { name: 'Download packet' })
    await download.waitFor({ timeout: 120_000 })
    return await watchDownload(page, () => download.click())
  } finally {
    await browser.close()
  }
}

/** Creates deliveries and completes them with pictures. Returns their prescription numbers. */
async function complete(page: Page, { call, userId }: SignedIn, size: number): Promise<string[]> {
  const photo = Buffer.from(String(await page.evaluate(drawPhoto)), 'base64')
  const patient_signature = String(await page.evaluate(drawSignature))
  const { id: patient_id } = await call('POST', '/deliveries/patients', {
    name: 'Grace Hopper',
    phone: '5550100123',
    ...address,
  })
  const numbers = Array.from({ length: size }, (_, i) => `BENCH-${100_000 + i}`)
  for (const rx_number of numbers) {
    const { id } = await call('POST', '/deliveries', {
      ...{ delivery_date: demoToday(), time_range: '15:00-18:00', patient_id, pharmacist_id: userId },
      rx_information: [{ rx_number, fill_date: demoToday(), fill_number: 1 }],
    })
    await call('PATCH', `/deliveries/${id}/status`, { status: 'in_progress' })
    const form = new FormData()
    const signed = { patient_signature, hipaa_form_received: true, counseling_received: true, signer_name: 'G. Hopper' }
    form.append('data', JSON.stringify(signed))
    form.append('delivery_photo', new Blob([photo], { type: 'image/jpeg' }), 'door.jpg')
    await call('PATCH', `/deliveries/${id}/completion`, form)
  }
  return numbers
}

async function watchDownload(page: Page, start: () => Promise<void>) {
  const before = await browserBytes()
  let most = before
  let isOver = false
  const watch = (async () => {
    for (; !isOver; await setTimeout(100)) most = Math.max(most, await browserBytes())
  })()
  const started = performance.now()
  await Promise.all([page.waitForEvent('download', { timeout: 600_000 }).then((file) => file.path()), start()])
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await watch
  return { seconds, megabytes: (most - before) / 1e6 }
}

/** Returns the bytes of memory that browsers among this process's descendants use: their proportional set size on Linux. */
async function browserBytes(): Promise<number> {
  const parents = new Map<number, number>()
  const names = new Map<number, string>()
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) && (await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => ''))
    const [, name = '', parent] = (stat && /\((.*)\) \S (\d+)/s.exec(stat)) || []
    names.set(Number(entry), name)
    if (parent) parents.set(Number(entry), Number(parent))
  }
  const isOurs = (id: number): boolean => id === process.pid || (parents.has(id) && isOurs(parents.get(id) ?? 0))
  const ids = [...parents.keys()].filter((id) => /chrom/.test(names.get(id) ?? '') && isOurs(id))
  const sizes = ids.map(async (id) => {
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
    return 1024 * Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
