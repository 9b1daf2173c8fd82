import { createHandler, type Handler } from '#functions/http/handler.ts'
import type { Services } from '#functions/http/services.ts'
import { authOperations } from '#functions/lambdas/operations/auth.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { addUser, createTenant, linkAddressToAccount, type NewDemoUser } from '#infra/local/demo/create-tenant.ts'
import { apiAreas } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import { gatewayEventOf, viewerAddressHeader } from './bench-app.ts'
import { markdownTable, measureMs, median } from './statistics.ts'

const pairs = 300

/**
 * Measures whether the response time reveals that an email address has an account. Wrong passwords and requests for mails are sent
 * alternately for known and for unknown addresses.
 */
export async function compareKnownAddressTiming(services: Services): Promise<string> {
  const handler = createHandler(apiAreas.auth, authOperations, services)
  const password_hash = await hashPassword('Harbor-Light-7')
  const { tenant } = await createTenant(services.table, {
    time_zone: 'UTC',
    name: 'Timing',
    description: '',
    subscribed_products: ['delivery'],
    now: services.now(),
  })
  let people = 0
  const someone = async (fields: Partial<NewDemoUser>) => {
    const email = `known${people++}@timing.example`
    const user = await addUser(services.table, tenant, { full_name: 'Known', email, password_hash, ...fields })
    await linkAddressToAccount(services.table, user)
    return email
  }
  const password = 'Wrong-Harbor-8'
  const cases: readonly [string, Entry, Partial<NewDemoUser>][] = [
    ['login: wrong password', auth.login, {}],
    ['login: no password yet', auth.login, { password_hash: null }],
    ['login: deactivated', auth.login, { is_active: false }],
    ['login: registered', auth.login, { is_verified: false }],
    ['password reset', auth.requestPasswordReset, {}],
    ['verification mail', auth.sendVerificationEmail, { is_verified: false }],
  ]
  const rows = []
  for (const [name, entry, fields] of cases) {
    const known: number[] = []
    const unknown: number[] = []
    const emails: string[] = []
    for (let pair = 0; pair < pairs; pair++) emails.push(await someone(fields))
    const ask = (email: string) => measureMs(() => post(handler, entry, { email, password }))
    const measure = async (email: string, pair: number) => {
      const sides = [async () => known.push(await ask(email)), async () => unknown.push(await ask(`un${email}`))]
      for (const side of pair % 2 ? sides : sides.toReversed()) await side()
    }
    for (const [pair, email] of emails.entries()) await measure(email, pair)
    const { area, z } = rankSum(known, unknown)
    rows.push([name, median(known).toFixed(1), median(unknown).toFixed(1), area.toFixed(3), z.toFixed(2)])
  }
  return markdownTable(['call', 'known, p50 ms', 'unknown, p50 ms', 'AUC (0.5: no difference)', 'z'], rows)
}

let places = 0

/** Sends each request from a new IP address, because an address is blocked after fifty wrong guesses or twenty requested mails. */
async function post(handler: Handler, entry: Entry, body: object) {
  const event = gatewayEventOf(entry, { token: 'none' })
  const { statusCode = 0 } = await handler({
    ...event,
    headers: { ...viewerAddressHeader(`10.0.${places >> 8}.${places++ % 256}`), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (statusCode !== 200 && statusCode !== 401) throw new Error(`${entry.path} answered ${statusCode}`)
}

/**
 * Makes a Mann–Whitney test. Returns how often a sample of `a` is above one of `b`, and by how many standard deviations that
 * differs from one half.
 */
function rankSum(a: readonly number[], b: readonly number[]) {
  const above = a.reduce((sum, x) => sum + b.filter((y) => y < x).length + b.filter((y) => y === x).length / 2, 0)
  const area = above / (a.length * b.length)
  const deviation = Math.sqrt((a.length + b.length + 1) / (12 * a.length * b.length))
  return { area, z: (area - 0.5) / deviation }
}
