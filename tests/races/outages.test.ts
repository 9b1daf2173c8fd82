import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { googleTokens } from '#functions/security/google.ts'
import { signingKeys } from '#functions/security/signing-keys.ts'
import { howMany } from '#tests/support/how-many.ts'
import { openNemesis } from '#tests/support/nemesis.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { Scenario } from './scenario.ts'
import { openScenarios, scenarioNames } from './scenarios.ts'

const services = ['S3', 'SES', 'Secrets Manager', 'Google'] as const
type Service = (typeof services)[number]

/** The calls that cannot do without: a completion keeps a signature, and who comes by Google is vouched for by Google. */
const needs: Record<Service, readonly string[]> = {
  S3: ['completeDelivery', 'completeUploaded'],
  SES: [],
  'Secrets Manager': [],
  Google: ['googleAuth'],
}

const nemesis = openNemesis()
let app: TestApp
let scenarios: Record<string, Scenario>
let down: readonly Service[] = []
beforeAll(async () => {
  app = await openTestApp({ around: nemesis.around })
  // Read once, as a function does at its start; asked again with every call from then on.
  let asked = 0
  const secret = JSON.stringify({ current: 'one', one: 'x'.repeat(64) })
  const readSecret = async () => {
    if (down.includes('Secrets Manager')) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' })
    return secret
  }
  app.services.keys = signingKeys(readSecret, () => asked++ * 600_000)
  const google = googleTokens({ clientId: 'us', issuer: 'https://google.example', jwksUrl: 'http://127.0.0.1:1/' })
  // Up, Google vouches for everybody.
  app.services.google = async (token, now) => (down.includes('Google') ? google(aToken, now) : token)
  scenarios = await openScenarios(app)
})
afterAll(async () => {
  await app.close()
  nemesis.close()
})

/** Well formed, so that its keys are asked for. */
const aToken = [{ alg: 'RS256', kid: 'one' }, {}, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')

const isDown = (operation: string) =>
  (down.includes('S3') && operation.startsWith('S3')) || (down.includes('SES') && operation === 'SendEmail')

const single: (readonly Service[])[] = services.map((service) => [service])

const outages = [services, ...single].slice(0, howMany({ quick: 1, proof: 1 + single.length }))

describe.each(outages.map((gone) => ({ gone, names: gone.join(', ') })))('while $names', ({ gone }) => {
  const waiting = new Set(gone.flatMap((service) => needs[service]))

  test.each(scenarioNames())(
    'is down, $name is done, or waits for it and leaves nothing half',
    async ({ name, entry }) => {
      down = []
      const { send, done } = (await scenarios[name]?.()) ?? {}
      if (!send) throw new Error(`No scenario for ${name}`)
      down = gone
      const { answer } = await nemesis.strike((_, operation) => (isDown(operation) ? 'isUnreachable' : undefined), send)
      down = []
      expect(answer.status).toBe(waiting.has(name) ? 503 : entry.success)
      const times = await done?.()
      expect([waiting.has(name) ? 0 : 1, undefined]).toContain(times)
      if (waiting.has(name)) expect(await send({})).toMatchObject({ status: entry.success })
    },
  )
})

test('after all of it no change is half', async () => {
  expect(await problemsIn(app)).toEqual([])
})
