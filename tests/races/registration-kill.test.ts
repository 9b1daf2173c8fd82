/** @module-tag proof */

import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type LoopbackServer, readBody, serveLoopback } from '@carelane/simulators/loopback-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as auth from '#shared/api/auth.ts'
import { type Entry, limitCountName } from '#shared/api/contract.ts'
import * as registration from '#shared/api/registration.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { beginSignUp, chooseProducts, companyBody, joinByMail } from '#tests/support/sign-up.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const randomKills = 50

/**
 * The moment at which the process is killed: before the service receives a write, or before the process receives the response to
 * it.
 */
interface Moment {
  write: number
  when: 'before' | 'after'
}

let app: TestApp
let proxies: LoopbackServer[]
let atWrite: (forward: () => Promise<void>) => Promise<void>
beforeAll(async () => {
  app = await openTestApp()
  const { AWS_ENDPOINT_URL_DYNAMODB = '', AWS_ENDPOINT_URL_SES = '' } = app.cloud.environment
  proxies = await Promise.all(
    [AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_SES].map((to) => serveLoopback(proxy(to), 0)),
  )
})
afterAll(async () => {
  for (const { close } of proxies) await close()
  await app.close()
})

const reads = /^DynamoDB_20120810\.(GetItem|BatchGetItem|Query)$/

const proxy = (origin: string) => async (request: IncomingMessage, response: ServerResponse) => {
  const body = await readBody(request, 1_000_000)
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
  const forward = async () => {
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'POST',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body ?? []),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.write(Buffer.from(await answer.arrayBuffer()))
  }
  await (reads.test(String(headers['x-amz-target'])) ? forward() : atWrite(forward))
  response.end()
}

const processes: { kill(): Promise<void> }[] = []
afterEach(async () => {
  for (const { kill } of processes.splice(0)) await kill()
})

/** Starts the registration function in a separate process, with proxies between it and its services. */
async function forkFunction() {
  const [dynamodb, ses] = proxies.map(({ origin }) => origin)
  const env = {
    ...process.env,
    ...app.cloud.environment,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
    AWS_ENDPOINT_URL_SES: ses,
  }
  const child = fork(new URL('registration-process.ts', import.meta.url), { execArgv: [], env })
  const gone = once(child, 'exit')
  const [address] = await Promise.race([
    once(child, 'message'),
    gone.then(([code]) => Promise.reject(new Error(`The function ended with ${code}`))),
  ])
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  processes.push({ kill })
  /** Posts a body and returns the status of the response, or undefined if there was none. */
  const post = async ({ path }: Entry, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).then(
      ({ status }) => status,
      () => undefined,
    )
  }
  return { post, kill }
}
type Forked = Awaited<ReturnType<typeof forkFunction>>

function killAt({ write, when }: Moment, { kill }: Forked) {
  let writes = 0
  atWrite = async (forward) => {
    writes++
    if (writes !== write) return forward()
    if (when === 'after') await forward()
    await kill()
  }
}

let people = 0
/** Returns an unused email address, and resets the limits and the clock. */
async function newcomer() {
  app.clock.now = new Date()
  for (const entry of [registration.signUpCompany, registration.completeSignUp, auth.verifyEmail, auth.setPassword])
    await resetRateLimits(app, limitCountName(entry), '127.0.0.1')
  return `newcomer${people++}@example.com`
}

/** Returns the kinds of the items under a tenant's keys, without ids and names. */
async function storedKinds(tenantId: string) {
  const items = (await tableDump(app)).split('\n').map((line) => JSON.parse(line))
  return items
    .filter(({ pk }) => String(pk).startsWith(`T#${tenantId}`))
    .map(({ pk, sk }) => `${String(pk).replace(`T#${tenantId}`, '')} ${String(sk).split('#')[0]}`)
    .map((place) => place.replace(/^#(ADDRESSES|USERS|ROLENAMES) .*/, '$1').trim())
    .toSorted()
}
const pending = ['#SIGNUP SIGNUP']
const whole = ['ADDRESSES', 'ROLE', 'ROLE', 'ROLENAMES', 'ROLENAMES', 'TENANT', 'USERS']

/**
 * Returns the last part of the partition key of each item in the table that has the email address as a value. It is SIGNUP for the
 * item of a sign-up whose second step is not made yet.
 */
async function traces(email: string) {
  const lines = (await tableDump(app)).split('\n').filter((line) => line.includes(`"${email}"`))
  return lines.map((line) => String(JSON.parse(line).pk).split('#').at(-1)).toSorted()
}

async function expectSecondStepWholeOrUndone(tenantId: string, email: string) {
  const found = await storedKinds(tenantId)
  if (found.includes('TENANT')) {
    expect(found).toEqual(whole)
    expect((await chooseProducts(app, tenantId)).status).toBe(409)
  } else {
    expect(found).toEqual(pending)
    // A write that was in progress at the kill may arrive after the items were read above. The tenant must be whole in that case as
    // well.
    const { status } = await chooseProducts(app, tenantId)
    expect([200, 409]).toContain(status)
    if (status === 409) expect(await storedKinds(tenantId)).toEqual(whole)
  }
  // The killed process may have leased its mail for a minute, by its own clock. Let the lease expire, so that the mail can be sent.
  passSeconds(app, 2 * seconds.minute)
  await app.sendMails()
  expect((await mailsOf(app, email)).length).toBeGreaterThanOrEqual(1)
  const { status, body } = await joinByMail(app, email)
  expect([status, body.user?.tenant_id]).toEqual([200, tenantId])
  expect(await storedKinds(tenantId)).toEqual(expect.arrayContaining(whole))
}

async function expectFirstStepWholeOrUndone(email: string) {
  const found = await traces(email)
  if (found.length > 0) expect(found).toEqual(['SIGNUP'])
  const again = await beginSignUp(app, { email })
  expect(again.status).toBe(201)
  await expectSecondStepWholeOrUndone(again.body.tenant_id, email)
}

/** The writes of the first step: the count of the limit, and the sign-up. */
const writesOfFirst = 2
/**
 * The writes of the second step: the counts of the limit and of the address’s emails, the transaction, the mail to SES, and its
 * removal from the table.
 */
const writesOfSecond = 5

/** Returns the moments before and after each of the first `writes` writes. */
const moments = (writes: number): Moment[] =>
  Array.from({ length: writes }, (_, i) => i + 1).flatMap((write) => [
    { write, when: 'before' },
    { write, when: 'after' },
  ])

describe('a process killed in the first step', () => {
  test.each(moments(writesOfFirst))(
    'leaves a complete sign-up or none if killed $when write $write',
    async (moment) => {
      const email = await newcomer()
      const forked = await forkFunction()
      killAt(moment, forked)
      expect(await forked.post(registration.signUpCompany, { ...companyBody, email })).toBeUndefined()
      await expectFirstStepWholeOrUndone(email)
    },
  )
})

describe('a process killed in the second step', () => {
  test.each(moments(writesOfSecond))(
    'leaves a complete tenant or none if killed $when write $write',
    async (moment) => {
      const email = await newcomer()
      const { tenant_id } = (await beginSignUp(app, { email })).body
      const forked = await forkFunction()
      killAt(moment, forked)
      const chosen = { tenant_id, subscribed_products: ['delivery'] }
      expect(await forked.post(registration.completeSignUp, chosen)).toBeUndefined()
      await expectSecondStepWholeOrUndone(tenant_id, email)
    },
  )
})

test('the two steps have no other writes', async () => {
  const email = await newcomer()
  const forked = await forkFunction()
  killAt({ write: writesOfFirst + 1, when: 'before' }, forked)
  expect(await forked.post(registration.signUpCompany, { ...companyBody, email })).toBe(201)
  const { tenant_id } = (await beginSignUp(app, { email })).body
  killAt({ write: writesOfSecond + 1, when: 'before' }, forked)
  expect(await forked.post(registration.completeSignUp, { tenant_id, subscribed_products: ['delivery'] })).toBe(200)
  await expectSecondStepWholeOrUndone(tenant_id, email)
})

test('a kill at any moment leaves a complete tenant or none', { timeout: 20_000 + 5000 * randomKills }, async () => {
  atWrite = (forward) => forward()
  for (let round = 0; round < randomKills; round++) {
    const email = await newcomer()
    const { tenant_id } = (await beginSignUp(app, { email })).body
    const forked = await forkFunction()
    const answered = forked.post(registration.completeSignUp, { tenant_id, subscribed_products: ['delivery'] })
    // The kill comes after a random time, because its moment must not depend on what the process is doing.
    await setTimeout(randomInt(150))
    await forked.kill()
    await answered
    await expectSecondStepWholeOrUndone(tenant_id, email)
  }
})
