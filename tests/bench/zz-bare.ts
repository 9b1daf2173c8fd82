import { openBrowser, serveShell } from './local-product.ts'
import { slowFront, trusting } from './slow-front.ts'
import { open, watchFor } from './watch-page.ts'
import { withBareShell } from './web-weight.ts'

await withBareShell(async (shell) => {
  const bare = await serveShell(shell)
  const front = await slowFront(bare.origin)
  front.heldMs = 100
  const browser = await openBrowser(trusting([front]))
  const times: number[] = []
  for (let i = 0; i < 9; i++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(watchFor({ element: 'h1' }))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: 9e6 / 8,
      uploadThroughput: 9e6 / 8,
    })
    times.push(Math.round(await open(page, devtools, front.address)))
    await context.close()
  }
  console.log(times.join(' '), 'median', times.toSorted((a, b) => a - b)[4])
  await browser.close()
  front.close()
  await bare.close()
})
