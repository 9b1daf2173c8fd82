import { readdir, readFile, stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openBrowser, signInDemoUser, withProduct } from './local-product.ts'
import { markdownTable } from './statistics.ts'

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

/**
 * Measures audit packets of each number of deliveries, all with signature and photo: the seconds from `Download packet` to the
 * file, and the memory of the browser's processes before and at most during it. The server runs on the same machine and shares its
 * processor.
 */
export const measurePacket = (counts: readonly number[]): Promise<string> =>
  withProduct(async (origin) => {
    const browser = await openBrowser()
    try {
      const context = await browser.newContext({ storageState: await signInDemoUser(browser, origin) })
      const page = await context.newPage()
      await page.goto(`${origin}/pharmacy/audit`)
      const numbers = await seed(page, Math.max(...counts))
      const rows = []
      for (const count of counts) rows.push(await measure(page, numbers.slice(0, count)))
      return markdownTable(
        ['deliveries', 'found after, s', 'file after, s', 'size of the file, MB', 'browser before, MB', 'at most, MB'],
        rows,
      )
    } finally {
      await browser.close()
    }
  })

/** Creates deliveries and completes them with pictures, by the product's own calls. Returns their prescription numbers. */
async function seed(page: Page, count: number): Promise<string[]> {
  const photo = Buffer.from(String(await page.evaluate(drawPhoto)), 'base64')
  const patient_signature = String(await page.evaluate(drawSignature))
  const { cookies } = await page.context().storageState()
  const token = cookies.find(({ name }) => name === 'access_token')?.value ?? ''
  const origin = new URL(page.url()).origin
  async function send(method: string, path: string, body: object | FormData) {
    const isForm = body instanceof FormData
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return String(Object(await answer.json()).id)
  }
  const pharmacist_id = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
  const delivery_date = new Date().toISOString().slice(0, 10)
  const patient = { name: 'Grace Hopper', phone: '5550100123', address: '12 Elm Street', city: 'Hamden' }
  const patient_id = await send('POST', '/deliveries/patients', { ...patient, state: 'CT', zip_code: '06514' })
  const numbers: string[] = []
  for (let i = 0; i < count; i++) {
    const rx_number = `BENCH-${100_000 + i}`
    const rx_information = [{ rx_number, fill_date: delivery_date, fill_number: 1 }]
    const order = { delivery_date, time_range: '15:00-18:00', patient_id, pharmacist_id, rx_information }
    const id = await send('POST', '/deliveries', order)
    await send('PATCH', `/deliveries/${id}/status`, { status: 'in_progress' })
    const form = new FormData()
    const signed = { patient_signature, hipaa_form_received: true, counseling_received: true, signer_name: 'G. Hopper' }
    form.append('data', JSON.stringify(signed))
    form.append('delivery_photo', new Blob([photo], { type: 'image/jpeg' }), 'door.jpg')
    await send('PATCH', `/deliveries/${id}/completion`, form)
    numbers.push(rx_number)
  }
  return numbers
}

async function measure(page: Page, numbers: readonly string[]) {
  await page.reload()
  await page.getByLabel('Prescription numbers or the auditor’s whole letter').fill(numbers.join('\n'))
  const startedAt = performance.now()
  await page.getByRole('button', { name: 'Find records' }).click()
  await page.getByRole('heading', { name: `Found (${numbers.length})`, exact: true }).waitFor({ timeout: 120_000 })
  const foundMs = performance.now() - startedAt
  const before = await browserBytes()
  let most = before
  let isOver = false
  const watch = (async () => {
    for (; !isOver; await setTimeout(100)) most = Math.max(most, await browserBytes())
  })()
  const started = performance.now()
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 600_000 }),
    page.getByRole('button', { name: 'Download packet' }).click(),
  ])
  const fileMs = performance.now() - started
  const { size } = await stat(await file.path())
  isOver = true
  await watch
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
  return [numbers.length, seconds(foundMs), seconds(fileMs), ...[size, before, most].map(megabytes)]
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
