import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { functionsLacked } from './functions-lacked.ts'
import { test } from './watched-test.ts'

const built = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Calls that look like a function that a supported browser lacks, and why they are safe there. */
const safeCalls: Readonly<Record<string, string>> = {
  captureStackTrace: 'The libraries call it only if it exists.',
  copyTo: 'A method of the PDF library',
  drop: 'A method of our kept drafts',
  handle: 'A method of workbox',
  image: 'A method of our signature pad',
  resize: 'A method of the decoder of QR codes',
  startViewTransition: 'React catches the error if it does not exist.',
  when: 'A method of zod',
}

test('the built files call no function that a supported browser lacks', { tag: '@only-desk' }, async () => {
  const { methods, constructors } = functionsLacked()
  expect(methods).toContain('groupBy')
  expect(constructors).toContain('BarcodeDetector')
  const found = new Set<string>()
  for (const file of await readdir(built, { recursive: true })) {
    if (!file.endsWith('.js')) continue
    const text = await readFile(join(built, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?<!\.)\.([A-Za-z]\w*)\(/g)) if (methods.has(name)) found.add(name)
    for (const [, name = ''] of text.matchAll(/\bnew ([A-Z]\w*)\b/g)) if (constructors.has(name)) found.add(name)
  }
  expect([...found].sort()).toEqual(Object.keys(safeCalls).sort())
})

/** Changes what the page gets from the server, because a browser ignores what it does not know. */
const replaceIn = (page: Page, files: string, known: string, unknown: string) =>
  page.route(files, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(known, unknown) })
  })

test('a browser that is too old shows one sentence, and the app does not start', { tag: '@only-desk' }, async ({
  page,
}) => {
  const sentence = page.getByText('This browser is too old for Carelane.')
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(sentence).toBeHidden()

  await test.step('Chrome from 114 to 119, which knows popovers', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(URL, 'canParse'))
    await replaceIn(page, '**/*.css', ':dir(', ':unknown(')
    await page.reload()
    await expect(sentence).toBeVisible()
    await expect(page.locator('#app')).toBeEmpty()
    await page.unrouteAll()
  })

  await test.step('older browsers, which know no popovers', async () => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'))
    await replaceIn(page, '**/login', ' popover>', '>')
    await page.reload()
    await expect(sentence).toBeVisible()
    await expect(page.locator('#app')).toBeEmpty()
  })
})
