import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { buildWeb } from '#infra/local/build-web.ts'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { runPorts } from '../e2e/ports.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The whole product with the demo pharmacy, in a process of its own and with nothing kept, the web app built before. */
export async function runProduct() {
  const { port = '', mailPort = '', s3Port = '' } = await runPorts()
  const environment = { PORT: port, MAIL_PORT: mailPort, S3_PORT: s3Port, DATA_DIR: ':memory:' }
  await buildWeb(root, console.log)
  const started = performance.now()
  const product = spawn(process.execPath, ['infra/local/start.ts'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  const origin = `http://localhost:${port}`
  await firstAnswer(`${origin}/config.json`)
  return {
    origin,
    firstAnswerMs: performance.now() - started,
    async stop() {
      product.kill('SIGTERM')
      if (product.exitCode === null) await once(product, 'exit')
    },
  }
}

async function firstAnswer(address: string) {
  for (;;) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** What a browser keeps of the administrator of the demo pharmacy. */
export async function signedIn(browser: Browser, origin: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email', { exact: true }).fill(demoStaff[0].email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in to your account' }).click()
  await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
