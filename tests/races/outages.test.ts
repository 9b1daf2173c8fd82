import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { googleTokenReader } from '#functions/security/google.ts'
import { openSigningKeys } from '#functions/security/signing-keys.ts'
import { type Service, serviceNames } from '#tests/calls/call.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { openFaultInjection } from '#tests/support/fault-injection.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { howMany } from '#tests/support/how-many.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { everyScenario } from './scenarios.ts'

const faultInjection = openFaultInjection()
let app: TestApp
let workplace: Workplace
let down: readonly Service[] = []
beforeAll(async () => {
  app = await openTestApp({ around: faultInjection.around })
  // The clock of the keys advances by ten minutes whenever it is read. So the secret is read not only once, as when a function
  // starts, but again with every call.
  let readCount = 0
  const secret = JSON.stringify({ current: 'one', one: 'x'.repeat(64) })
  const readSecret = async () => {
    if (down.includes('Secrets Manager')) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    return secret
  }
  app.services.keys = openSigningKeys(readSecret, () => readCount++ * 600_000)
  const google = googleTokenReader({ clientId: 'us', issuer: 'https://google.example', jwksUrl: 'http://127.0.0.1:1/' })
  app.services.google = async (token, now) =>
    down.includes('Google') ? google(aToken, now) : testGoogleTokenReader(token, now)
  workplace = await openWorkplace(app)
})
afterAll(async () => {
  await app.close()
  faultInjection.close()
})

/** A well-formed token, for which the product must ask Google for its keys. */
const aToken = [{ alg: 'RS256', kid: 'one' }, {}, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')

const isDown = (operation: string) =>
  (down.includes('S3') && operation.startsWith('S3')) || (down.includes('SES') && operation === 'SendEmail')

const single: (readonly Service[])[] = serviceNames.map((service) => [service])

const outages = [serviceNames, ...single].slice(0, howMany({ quick: 1, proof: 1 + single.length }))

describe.each(outages.map((gone) => ({ gone, names: gone.join(', ') })))('while $names', ({ gone }) => {
  test.each(everyScenario())(
    'is down, $name succeeds, or returns 503 and leaves nothing half applied',
    async ({ entry, ready }) => {
      down = []
      const { send, done, needs } = await ready(workplace)
      const isWaiting = needs.some((service) => gone.includes(service))
      down = gone
      const { answer } = await faultInjection.strike(
        (_, operation) => (isDown(operation) ? 'isUnreachable' : undefined),
        send,
      )
      down = []
      expect(answer.status).toBe(isWaiting ? 503 : entry.success)
      const times = await done?.()
      expect([isWaiting ? 0 : 1, undefined]).toContain(times)
      if (isWaiting) expect(await send()).toMatchObject({ status: entry.success })
    },
  )
})

test('in the end, no change is half applied', async () => {
  expect(await problemsIn(app)).toEqual([])
})
