import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { builtRoutes, type Route } from '#shared/api/areas.ts'
import type { Entry, Schema } from '#shared/api/contract.ts'
import { broken, valid } from '#tests/support/arbitrary-of.ts'
import { pass } from '#tests/support/clock.ts'
import { howMany } from '#tests/support/how-many.ts'
import { openTestApp, type Received, type TestApp } from '#tests/support/test-app.ts'
import { fill, openTargets, places, placesOf, type Target } from './fuzz-targets.ts'

/** Its tokens are Google's: what good ones do is told where a local Google stands. */
const unreachable = ['POST /api/auth/google-auth']

const errorShape = z.strictObject({
  detail: z.union([
    z.string().check(z.minLength(1)),
    z
      .array(z.strictObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() }))
      .check(z.minLength(1)),
  ]),
})

let app: TestApp
let targets: Awaited<ReturnType<typeof openTargets>>
const tally = new Map<string, { cases: number; taken: number; refused: number }>()
beforeAll(async () => {
  app = await openTestApp()
  targets = await openTargets(app)
})
afterAll(async () => {
  await app.close()
  if (process.env.PROOF) console.log(table())
})

function table() {
  const rows = [...tally].map(([route, { cases, taken, refused }]) => `| ${route} | ${cases} | ${taken} | ${refused} |`)
  return ['| route | cases | taken | refused |', '|---|---|---|---|', ...rows].join('\n')
}

interface Case {
  body: unknown
  query: unknown
  asForm: boolean
}

/** Two of three are as the contract wants them, the third is broken somewhere. */
const asked = (schema: Schema | undefined, routeKey: string): fc.Arbitrary<unknown> => {
  if (!schema) return fc.constant(undefined)
  const values = valid(schema, { ...places, ...placesOf[routeKey] })
  return fc.oneof({ weight: 2, arbitrary: values }, { weight: 1, arbitrary: broken(values) })
}

const casesOf = ({ entry, routeKey }: Route): fc.Arbitrary<Case> =>
  fc.record({
    body: asked(entry.body?.(), routeKey),
    query: asked(entry.query?.(), routeKey).map(asQuery),
    asForm: entry.media?.includes('form') ? fc.boolean() : fc.constant(false),
  })

/** A query string carries texts only. */
const asQuery = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof query === 'object' ? { ...query } : {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value).toWellFormed()]] : [],
    ),
  )

const asSent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)))

const accepts = (schema: Schema | undefined, value: unknown) => !schema || z.safeParse(schema, value).success

async function send(entry: Entry, { body, query, asForm }: Case, { id, placed }: Target): Promise<[Received, boolean]> {
  const sent = { body: asSent(fill(body, placed)), query: asQuery(fill(query, placed)) }
  const form = new FormData()
  if (asForm) form.set('data', JSON.stringify(sent.body ?? null))
  const answer = await app.call(entry, {
    as: entry.access === 'public' ? undefined : targets.pharmacy.admin,
    params: { id: id ?? '' },
    query: sent.query,
    ...(entry.body && (asForm ? { form } : { body: sent.body ?? null })),
  })
  const isRight = accepts(entry.query?.(), sent.query) && accepts(entry.body?.(), sent.body ?? null)
  return [answer, isRight]
}

/** What is wrong with an answer; nothing when all is well. */
function wrongWith({ success, answer }: Entry, { status, body, text }: Received, isRight: boolean): string | undefined {
  if (status >= 500) return 'a fault of ours'
  if (status < 300) {
    if (!isRight) return 'takes what the contract refuses'
    if (status !== success) return `is not ${success}`
    const read = answer && z.safeParse(answer(), body)
    if (read && !(read.success && isDeepStrictEqual(read.data, body))) return 'does not answer what the contract says'
    return success === 204 && text !== '' ? 'answers something' : undefined
  }
  if (!accepts(errorShape, body)) return 'refuses in another shape'
  return status === 422 || isRight || [400, 404, 409].includes(status) ? undefined : 'refuses for another reason'
}

const guarded = builtRoutes().filter(({ entry }) => entry.access !== 'public')
const open = builtRoutes().filter(({ entry }) => entry.access === 'public')

function fuzz(route: Route, numRuns: number, seed: number) {
  const { entry, routeKey } = route
  const count = { cases: 0, taken: 0, refused: 0 }
  tally.set(routeKey, count)
  return fc.assert(
    fc.asyncProperty(casesOf(route), async (asking) => {
      // An hour's allowance of public calls is not what is looked at here.
      if (entry.access === 'public') pass(app, 300)
      const target = await targets.prepare(routeKey, entry.subject)
      const [answer, isRight] = await send(entry, asking, target)
      const wrong = wrongWith(entry, answer, isRight)
      expect([wrong, wrong && answer.status, wrong && answer.text, wrong && target]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      count.cases++
      if (answer.status < 300) count.taken++
      else count.refused++
    }),
    { seed, numRuns, endOnFailure: true },
  )
}

const runsOf = ({ entry }: Route) => howMany({ quick: entry.body ? 12 : entry.query ? 8 : 2, proof: 220 })

describe.each([
  ['calls of somebody', guarded],
  ['calls of anybody', open],
] as const)('%s', (_, routes) => {
  test.each(routes)('$routeKey answers what the contract says, whatever it is asked', async (route) => {
    await fuzz(route, runsOf(route), 17)
    const { cases, taken } = tally.get(route.routeKey) ?? { cases: 0, taken: 0 }
    if (!unreachable.includes(route.routeKey)) expect([taken, taken / cases >= 0.3]).toEqual([taken, true])
  })
})
