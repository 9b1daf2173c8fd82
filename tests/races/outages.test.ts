import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServices } from '#functions/http/services.ts'
import { googleTokenReader } from '#functions/security/google.ts'
import { openSigningKeys } from '#functions/security/signing-keys.ts'
import { type Service, serviceNames } from '#tests/calls/call.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { faultKinds, openFaultInjection } from '#tests/support/fault-injection.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { howMany, sampleUnlessProof } from '#tests/support/how-many.ts'
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

const kmsOperations = ['GetPublicKey', 'DescribeKey', 'Sign'] as const

const isDown = (operation: string) =>
  (down.includes('S3') && operation.startsWith('S3')) ||
  (down.includes('SES') && operation === 'SendEmail') ||
  (down.includes('KMS') && kmsOperations.some((one) => one === operation))

/** Makes the next call read the keys that seal again, as the first call of a function does. */
const forgetSealKeys = () => {
  app.services.sealKeys = openServices(process.env).sealKeys
}

const single: (readonly Service[])[] = serviceNames.map((service) => [service])

const outages = [serviceNames, ...single].slice(0, howMany({ quick: 1, proof: 1 + single.length }))

describe.each(outages.map((gone) => ({ gone, names: gone.join(', ') })))('while $names', ({ gone }) => {
  // In `npm test`, every call that needs one of the services, and every third of the others.
  const needing = everyScenario().filter(({ mayNeed }) => mayNeed)
  const others = everyScenario().filter(({ mayNeed }) => !mayNeed)
  test.each([...needing, ...sampleUnlessProof(others, 0, 3)])(
    'is down, $name succeeds, or returns 503 and leaves nothing half applied',
    async ({ entry, ready }) => {
      down = []
      const { send, done, needs } = await ready(workplace)
      const isWaiting = needs.some((service) => gone.includes(service))
      down = gone
      forgetSealKeys()
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

describe('when a step of sealing fails', () => {
  const sealing = everyScenario().filter(({ name }) => / with a new seal$/.test(name))
  const steps = sealing.flatMap(({ name, ready }) => kmsOperations.map((operation) => ({ name, ready, operation })))

  test.each(steps)('at $operation, $name still answers, and the next one has a seal', async ({ ready, operation }) => {
    for (const kind of faultKinds.slice(0, howMany({ quick: 1, proof: faultKinds.length }))) {
      const { send } = await ready(workplace)
      forgetSealKeys()
      const { answer, operations } = await faultInjection.strike(
        (_, called) => (called === operation ? kind : undefined),
        send,
      )
      expect([kind, operations.includes(operation), answer.status]).toEqual([
        kind,
        true,
        kind.startsWith('dies') ? 502 : 200,
      ])
      forgetSealKeys()
      const next = await send()
      expect([kind, next.status, next.text.includes('"signature":"')]).toEqual([kind, 200, true])
    }
  })
})

test('in the end, no change is half applied', async () => {
  expect(await problemsIn(app)).toEqual([])
})
