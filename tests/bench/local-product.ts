import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serveLoopback } from '@carelane/simulators/loopback-server'
import { type Browser, chromium } from '@playwright/test'
import lambdaChromium from '@sparticuz/chromium'
import { createWebFilesResponder } from '#infra/local/create-web-files-responder.ts'
import { demoPassword, demoStaff } from '#infra/local/demo/people.ts'
import { freePort } from '../e2e/ports.ts'

/** A checkout whose product runs, with the demo pharmacy. */
export interface Product {
  root: string
  origin: string
  /** The environment variables of its functions. */
  environment: Record<string, string>
}

export const thisCheckout = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the commit of a checkout, with a `+` if files have changed since. */
export function commitOf(root: string): string {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()
  return git('rev-parse', '--short=8', 'HEAD') + (git('status', '--porcelain') && '+')
}

/** Starts the products of several checkouts, each with its own code and build, and passes them to `use`. */
export async function withProducts<T>(roots: readonly string[], use: (products: Product[]) => Promise<T>): Promise<T> {
  const started: Awaited<ReturnType<typeof start>>[] = []
  try {
    for (const root of roots) started.push(await start(root))
    return await use(started.map(({ product }) => product))
  } finally {
    for (const { stop } of started) await stop()
  }
}

async function start(root: string) {
  const [PORT, MAIL_PORT, S3_PORT] = [await freePort(), await freePort(), await freePort()].map(String)
  const origin = `http://localhost:${PORT}`
  const child = fork(join(root, 'infra/local/start.ts'), {
    cwd: root,
    execArgv: ['--import', new URL('send-environment.ts', import.meta.url).href],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT, MAIL_PORT, S3_PORT, DATA_DIR: ':memory:' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  const isReady = () =>
    fetch(`${origin}/config.json`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The product of ${root} did not start`)
    await setTimeout(50)
  }
  child.send('environment')
  const [environment] = await once(child, 'message')
  return { product: { root, origin, environment } satisfies Product, stop }
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

/** Signs the demo's administrator in. Returns their ids, their token, and a function that calls the API with it. */
export async function signIn({ origin }: Pick<Product, 'origin'>) {
  const call = (token: string) => async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        ...(!isForm && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return Object(await answer.json())
  }
  const { email } = demoStaff[0]
  const { access_token, user } = await call('')('POST', '/auth/login', { email, password: demoPassword })
  const { tid } = JSON.parse(Buffer.from(access_token.split('.')[1], 'base64url').toString())
  return { token: String(access_token), userId: String(user.id), tenantId: String(tid), call: call(access_token) }
}

/** Signs the demo's administrator in, and returns the cookies and the storage with which other windows are signed in, too. */
export async function signInBrowser(browser: Browser, origin: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.locator('input[type=email]').fill(demoStaff[0].email)
  await page.locator('input[type=password]').fill(demoPassword)
  await page.locator('input[type=password]').press('Enter')
  await page.getByRole('heading', { name: /^Welcome back/ }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}
