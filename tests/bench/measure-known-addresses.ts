import { createHandler, type Handler } from '#functions/http/handler.ts'
import { authOperations } from '#functions/lambdas/operations/auth.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { addUser, createTenant, linkAddressToAccount, type NewDemoUser } from '#infra/local/demo/create-tenant.ts'
import { apiAreas } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import type { Entry } from '#shared/api/contract.ts'
import { gatewayEventOf, openBenchApp, viewerAddressHeader } from './bench-app.ts'
import type { Extent } from './extents.ts'
import type { Figures } from './figures.ts'
import { measureMs, Samples } from './statistics.ts'

/** The calls that must not tell whether an address has an account, and the account that it has. */
const cases: Readonly<Record<string, readonly [Entry, Partial<NewDemoUser>]>> = {
  'wrong password': [auth.login, {}],
  'no password yet': [auth.login, { password_hash: null }],
  deactivated: [auth.login, { is_active: false }],
  registered: [auth.login, { is_verified: false }],
  'password reset': [auth.requestPasswordReset, {}],
  'verification email': [auth.sendVerificationEmail, { is_verified: false }],
}

/** Measures whether the time of a response tells that an address has an account. Known and unknown addresses take turns. */
export async function measureKnownAddresses({ pairs }: Extent): Promise<Figures[]> {
  const { services, close } = await openBenchApp(':memory:')
  try {
    const handler = createHandler(apiAreas.auth, authOperations, services)
    const password_hash = await hashPassword('Harbor-Light-7')
    const { tenant } = await createTenant(services.table, {
      ...{ time_zone: 'UTC', name: 'Timing', description: '', subscribed_products: ['delivery'], now: services.now() },
    })
    const addressTiming: Record<string, number> = {}
    for (const [name, [entry, fields]] of Object.entries(cases)) {
      const samples = new Samples()
      for (let pair = 0; pair < pairs; pair++) {
        const email = `${pair}.${Object.keys(addressTiming).length}@timing.example`
        const user = await addUser(services.table, tenant, { full_name: 'Known', email, password_hash, ...fields })
        await linkAddressToAccount(services.table, user)
        const sides = { known: email, unknown: `un${email}` }
        for (const [side, address] of pair % 2 ? Object.entries(sides) : Object.entries(sides).toReversed())
          samples.add(side, await measureMs(() => post(handler, entry, address)))
      }
      addressTiming[name] = Math.abs(shareAbove(samples.of('known'), samples.of('unknown')) - 0.5)
    }
    return [{ addressTiming }]
  } finally {
    await close()
  }
}

let places = 0

/** Sends each request from a new IP address, because one that guesses or asks for many emails is blocked. */
async function post(handler: Handler, entry: Entry, email: string) {
  const { statusCode = 0 } = await handler({
    ...gatewayEventOf(entry, { token: 'none' }),
    headers: { ...viewerAddressHeader(`10.0.${places >> 8}.${places++ % 256}`), 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Wrong-Harbor-8' }),
  })
  if (statusCode !== 200 && statusCode !== 401) throw new Error(`${entry.path} returned ${statusCode}`)
}

/** Returns how often a sample of `a` is above one of `b` (the area under the ROC curve): half of the time if they are alike. */
function shareAbove(a: readonly number[], b: readonly number[]): number {
  const above = a.reduce((sum, x) => sum + b.filter((y) => y < x).length + b.filter((y) => y === x).length / 2, 0)
  return above / (a.length * b.length)
}
