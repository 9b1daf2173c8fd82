import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { filesOf, filesOfPage, pageNamesOf, weigh, withReactOnlyPage } from '../bench/web-weight.ts'
import { test } from './watched-test.ts'

/** The build that `npm start` made and serves to the other tests. */
const built = fileURLToPath(new URL('../../web/dist', import.meta.url))

test('no page is larger than its limit, compared with a page of React alone', { tag: '@only-desk' }, async () => {
  const shell = await withReactOnlyPage(async (folder) => weigh(folder, await filesOf(folder, ['index.html'])))
  const weights: Record<string, number> = {}
  for (const page of await pageNamesOf(built))
    weights[page] = (await weigh(built, await filesOfPage(built, page))).js / shell.js
  expect(weights.login).toBeLessThanOrEqual(1.6)
  expect(weights.myRun).toBeLessThanOrEqual(2.6)
  expect(weights.deliveries).toBeLessThanOrEqual(2.75)
  expect(Math.max(...Object.values(weights))).toBeLessThanOrEqual(2.97)
  expect((await weigh(built, await filesOfPage(built, 'login'))).css).toBeLessThanOrEqual(2200)
  expect((await weigh(built, await filesOfPage(built, 'deliveries'))).css).toBeLessThanOrEqual(13_000)
})

test('Chromium compiles whole every script that a page names', { tag: '@only-desk' }, async () => {
  for (const page of await pageNamesOf(built))
    for (const file of await filesOfPage(built, page))
      if (file.endsWith('.js'))
        expect([file, await readFile(join(built, file), 'utf8')]).toEqual([
          file,
          expect.stringMatching(/^\/\/# allFunctionsCalledOnLoad\n/),
        ])
})

test('the sign-in page loads no code for deliveries, signatures or Amplify', {
  tag: '@only-desk',
}, async () => {
  const files = await filesOfPage(built, 'login')
  const elsewhere = ['deliveries', 'features/door/completion-dialog.tsx', 'frame', 'transport']
  for (const name of elsewhere) expect(files).not.toContain((await filesOf(built, [name]))[0])
  for (const file of files) {
    const text = await readFile(join(built, file), 'utf8')
    expect([file, /amplify-(button|card|table|tabs)|--amplify-|SignaturePad|QRCode/.exec(text)?.[0]]).toEqual([
      file,
      undefined,
    ])
  }
})

test('a run loads the camera, decoder, handovers and printing only when needed', {
  tag: '@only-desk',
}, async () => {
  for (const file of await filesOfPage(built, 'myRun')) {
    const text = await readFile(join(built, file), 'utf8')
    expect([file, /BarcodeDetector|Hand over|\bHandovers|Access and needs/.exec(text)?.[0]]).toEqual([file, undefined])
  }
})

test('only the button that creates a PDF or ZIP loads the code for it', { tag: '@only-desk' }, async () => {
  const making = await filesOf(built, ['features/audit/packet/make-packet.ts'])
  const texts = new Map<string, string>()
  for (const file of await readdir(join(built, 'assets')))
    if (file.endsWith('.js')) texts.set(`assets/${file}`, await readFile(join(built, 'assets', file), 'utf8'))
  const withPdf = [...texts].filter(([, text]) => /%PDF-|Check this packet/.test(text)).map(([file]) => file)
  expect(withPdf.length).toBeGreaterThan(0)
  expect(making).toEqual(expect.arrayContaining(withPdf))
  for (const page of await pageNamesOf(built))
    expect([page, (await filesOfPage(built, page)).filter((file) => withPdf.includes(file))]).toEqual([page, []])
})
