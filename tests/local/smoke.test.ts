/** @module-tag proof */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localSmokeTarget } from '#infra/operator/local-product.ts'
import { runSmoke } from '#infra/operator/run-smoke.ts'
import { type SmokeTarget, smokeChecks } from '#infra/operator/smoke-checks.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as users from '#shared/api/users.ts'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

let started: ChildProcess
let ended: Promise<unknown>
let ports: Record<string, string>
beforeAll(async () => {
  const env = { ...process.env, PORT: '0', MAIL_PORT: '0', S3_PORT: '0', DATA_DIR: ':memory:', SEED: 'demo' }
  started = spawn(process.execPath, [here('infra/local/start.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  ended = once(started, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: started.stdout ?? process.stdin })) {
    lines.push(line)
    if (line.startsWith('Press Ctrl-C')) break
  }
  const portOf = (word: string) => /localhost:(\d+)/.exec(lines.find((line) => line.includes(word)) ?? '')?.[1] ?? ''
  if (!lines.at(-1)?.startsWith('Press Ctrl-C')) throw new Error(`npm start ended: ${lines.join('\n')}`)
  ports = { PORT: portOf('Carelane  '), MAIL_PORT: portOf('Mailbox') }
}, 180_000)
afterAll(async () => {
  started.kill('SIGKILL')
  await ended
})

interface Answer {
  status: number
  headers: Headers
  body: Buffer
}

/** How a broken part changes the response to a request. Undefined leaves it unchanged. */
type Break = (request: { method: string; path: string }, answer: Answer) => Partial<Answer> | undefined

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/**
 * Starts a server between the client and the running product that breaks some responses, as if one part of the product were broken.
 */
async function broken(breakIt: Break): Promise<SmokeTarget> {
  const product = localSmokeTarget(ports)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url: path = '/' } = request
    const { authorization, 'content-type': type } = request.headers
    const got = await fetch(`${product.origin}${path}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(chunks.length > 0 && { body: new Uint8Array(Buffer.concat(chunks)) }),
    })
    const true_ = { status: got.status, headers: new Headers(got.headers), body: Buffer.from(await got.arrayBuffer()) }
    true_.headers.delete('content-encoding')
    true_.headers.delete('content-length')
    const { status, headers, body } = { ...true_, ...breakIt({ method, path }, true_) }
    response.writeHead(status, Object.fromEntries(headers)).end(body)
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { ...product, origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

async function smoke(product: SmokeTarget) {
  const lines: string[] = []
  return { broken: await runSmoke(product, (line) => lines.push(line)), lines }
}

describe('npm run smoke', () => {
  it('passes on a running npm start and exits with 0', { timeout: 60_000 }, async () => {
    const run = promisify(execFile)
    const env = { ...process.env, ...ports }
    const { stdout } = await run(process.execPath, [here('infra/operator/smoke.ts'), 'local'], { env })
    const lines = stdout.trim().split('\n')
    expect(lines).toEqual(smokeChecks(localSmokeTarget(ports)).map(({ name }) => `whole      ${name}`))
  })

  it('exits with 1 if nothing responds, and lists the checks it could not run', { timeout: 60_000 }, async () => {
    const run = promisify(execFile)
    const env = { ...process.env, PORT: '1', MAIL_PORT: '1' }
    const failed = await run(process.execPath, [here('infra/operator/smoke.ts'), 'local'], { env }).then(
      () => undefined,
      (error: { code: number; stdout: string; stderr: string }) => error,
    )
    expect(failed?.code).toBe(1)
    expect(failed?.stdout).toContain('BROKEN     sign-in: POST /api/auth/login got no response')
    expect(failed?.stdout).toContain('skipped    completion')
    expect(failed?.stderr).toContain('local is broken: pages, headers,')
  })
})

const isRoute = (entry: Entry, { method, path }: { method: string; path: string }) => {
  const pattern = entry.path.replace(/\{\w+\}/g, '[^/]+')
  return method === entry.method && new RegExp(`^${pattern}(\\?.*)?$`).test(path)
}
const on =
  (entry: Entry, change: (answer: Answer) => Partial<Answer>): Break =>
  (request, answer) =>
    isRoute(entry, request) ? change(answer) : undefined
const fails = { status: 500, body: Buffer.from('{"detail":"Internal server error"}') }
const withJson = ({ body }: Answer, more: object) => ({
  body: Buffer.from(JSON.stringify({ ...JSON.parse(String(body)), ...more })),
})
const onPage =
  (test: RegExp, change: (answer: Answer) => Partial<Answer>): Break =>
  ({ path }, answer) =>
    test.test(path) ? change(answer) : undefined
const withHeader = ({ headers }: Answer, name: string, value: string | undefined) => {
  const changed = new Headers(headers)
  if (value === undefined) changed.delete(name)
  else changed.set(name, value)
  return { headers: changed }
}

/**
 * For each check of `npm run smoke`, ways to break the part of the product that it tests. With any of them, only that check may
 * fail.
 */
const breaks: Readonly<Record<string, readonly Break[]>> = {
  pages: [
    onPage(/^\/pharmacy/, () => ({ status: 404 })),
    onPage(/^\/assets/, (answer) => withHeader(answer, 'cache-control', 'no-cache')),
    onPage(/^\/assets\/.*\.css$/, () => ({ status: 404 })),
  ],
  headers: [
    onPage(/^\/$/, (answer) => withHeader(answer, 'content-security-policy', undefined)),
    onPage(/^\/$/, (answer) => withHeader(answer, 'referrer-policy', 'no-referrer')),
    onPage(/^\/$/, (answer) => withHeader(answer, 'cache-control', 'max-age=60')),
  ],
  configuration: [onPage(/^\/config\.json$/, () => ({ body: Buffer.from('<!doctype html>') }))],
  'unknown route': [onPage(/^\/api\/nowhere/, () => ({ body: Buffer.from('{"message":"Not Found"}') }))],
  refusal: [on(patients.searchPatients, ({ status }) => (status === 401 ? { status: 200 } : {}))],
  'sign-in': [on(auth.login, () => fails)],
  delivery: [on(deliveries.createDelivery, () => fails), on(deliveries.changeStatus, () => fails)],
  upload: [on(deliveries.requestPhotoUpload, () => fails)],
  completion: [
    on(deliveries.completeDelivery, () => fails),
    on(deliveries.readDelivery, (answer) =>
      withJson(answer, { patient_signature: `${localSmokeTarget(ports).origin}/nowhere.png` }),
    ),
  ],
  mail: [on(users.createUser, (answer) => withJson(answer, { invitation_sent: false }))],
  'sign-out': [on(auth.logout, () => fails)],
}

describe('a broken part', () => {
  it.each(Object.entries(breaks))('is reported: %s', { timeout: 60_000 }, async (name, ways) => {
    for (const way of ways) {
      const found = await smoke(await broken(way))
      expect([found.broken, found.lines.filter((line) => line.startsWith('BROKEN'))]).toEqual([
        [name],
        [expect.stringMatching(new RegExp(`^BROKEN     ${name}: .{10,}`))],
      ])
    }
  })

  it('is reported: email that is accepted but does not arrive', { timeout: 60_000 }, async () => {
    const found = await smoke({ ...localSmokeTarget(ports), mailedTo: async () => [] })
    expect(found.broken).toEqual(['mail'])
  })

  it('is reported: a gateway that responds to requests not from CloudFront', async () => {
    const { origin } = await broken(() => ({ status: 200 }))
    expect((await smoke({ ...localSmokeTarget(ports), gateway: origin })).broken).toEqual(['gateway'])
    const closed = await broken((_, answer) => ({ ...withHeader(answer, 'x-request-id', undefined), status: 403 }))
    expect((await smoke({ ...localSmokeTarget(ports), gateway: closed.origin })).broken).toEqual([])
  })

  const confirmed = { isConfirmed: true, isSwitchedOffByLink: false }

  it.each([
    [{ isConfirmed: false, isSwitchedOffByLink: true }, 'no one is notified'],
    [{ isConfirmed: true, isSwitchedOffByLink: true }, '--authenticate-on-unsubscribe'],
  ])('is reported: alarms that reach no one, now or soon: %o', async (subscription, sentence) => {
    const found = await smoke({ ...localSmokeTarget(ports), subscriptions: async () => [confirmed, subscription] })
    expect(found.broken).toEqual(['alarms'])
    expect(found.lines.join()).toContain(sentence)
  })

  it('is simulated for each check, including those that only run in the cloud', () => {
    const cloud = {
      ...localSmokeTarget(ports),
      gateway: 'https://gateway',
      subscriptions: async () => [confirmed],
    }
    expect(
      smokeChecks(cloud)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...Object.keys(breaks), 'gateway', 'alarms'].sort())
  })
})
