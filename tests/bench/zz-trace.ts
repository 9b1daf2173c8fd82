import { writeFileSync } from 'node:fs'
import { openBrowser, signedIn, withProduct } from './local-product.ts'
import { slowFront, trusting } from './slow-front.ts'
import { open, watchFor } from './watch-page.ts'

const path = process.argv[2] ?? '/pharmacy/delivery'
const element = process.argv[3] ?? 'main [data-row]'
const slowdown = Number(process.argv[4] ?? 4)
await withProduct(async (origin) => {
  const front = await slowFront(origin)
  const browser = await openBrowser(trusting([front]))
  const session = await signedIn(browser, front.address)
  front.heldMs = Number(process.env.HELD ?? 100)
  const times: number[] = []
  for (let i = 0; i < 10; i++) {
    const context = await browser.newContext(process.argv[5] ? {} : { storageState: session })
    const page = await context.newPage()
    await page.addInitScript(watchFor({ element }))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: 9e6 / 8,
      uploadThroughput: 9e6 / 8,
    })
    const traced = i === 9
    if (traced) {
      await browser.startTracing(page, {
        categories: [
          'devtools.timeline',
          'v8',
          'v8.execute',
          'disabled-by-default-v8.compile',
          'blink.user_timing',
          'loading',
          'disabled-by-default-devtools.timeline',
          'toplevel',
          'disabled-by-default-v8.gc',
        ],
      })
    }
    const ms = await open(page, devtools, front.address + path)
    if (traced) {
      await page.waitForTimeout(500)
      writeFileSync('/tmp/trace.json', await browser.stopTracing())
    }
    times.push(Math.round(ms))
    await context.close()
  }
  console.log(times.join(' '), 'median', times.toSorted((a, b) => a - b)[5])
  await browser.close()
  front.close()
})
