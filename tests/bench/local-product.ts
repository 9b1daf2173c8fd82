import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serveLoopback } from '@carelane/simulators/loopback-server'
import { type Browser, chromium } from '@playwright/test'
import lambdaChromium from '@sparticuz/chromium'
import { buildWeb } from '#infra/local/build-web.ts'
import { createWebFilesResponder } from '#infra/local/create-web-files-responder.ts'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { testRunPorts } from '../e2e/ports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts the product with the demo pharmacy. Passes its address, and the milliseconds until its first response, to `use`. */
export async function withProduct<T>(use: (origin: string, startedMs: number) => Promise<T>): Promise<T> {
  const { port = '', mailPort = '', s3Port = '' } = await testRunPorts()
  const environment = { PORT: port, MAIL_PORT: mailPort, S3_PORT: s3Port, DATA_DIR: ':memory:' }
  await buildWeb(root, console.log)
  const started = performance.now()
  // The simulators of the other benches have stopped, but their addresses are still in the environment.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'))
  const product = spawn(process.execPath, ['infra/local/start.ts'], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    const origin = `http://localhost:${port}`
    await firstAnswer(`${origin}/config.json`, product)
    return await use(origin, performance.now() - started)
  } finally {
    await stop(product)
  }
}

async function stop(product: ChildProcess) {
  product.kill('SIGTERM')
  if (product.exitCode === null) await once(product, 'exit')
}

async function firstAnswer(address: string, product: ChildProcess) {
  while (product.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The product did not start')
}

export const openBrowser = async (...more: string[]) =>
  chromium.launch({ executablePath: await lambdaChromium.executablePath(), args: ['--no-sandbox', ...more] })

/** Serves the folder that `withReactOnlyPage` built, in the same way as the product serves its own files. */
export async function serveReactOnlyPage(shell: string) {
  const answer = await createWebFilesResponder(shell)
  return serveLoopback((request, response) => {
    const { url = '/' } = request
    return answer(request, response, url === '/' ? '/index.html' : url)
  }, 0)
}

export type SignedInBrowserState = Awaited<ReturnType<typeof signInDemoUser>>

/** Signs a demo user in, and returns the cookies and the storage with which another browser window is signed in, too. */
export async function signInDemoUser(browser: Browser, origin: string) {
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
