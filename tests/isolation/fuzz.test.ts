import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Entry } from '#shared/api/contract.ts'
import { updateSettings } from '#shared/api/settings.ts'
import type { Schema } from '#shared/model/lazy.ts'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import { makeReady, type ReadyCall } from '#tests/calls/make-ready.ts'
import { replacePlaceholders } from '#tests/calls/placeholders.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { brokenValues, hostileObjects, validValues, withHostileObjects } from '#tests/support/arbitrary-of.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { howMany, sampleUnlessProof } from '#tests/support/how-many.ts'
import { asKnownSchema, placesIn } from '#tests/support/places-in.ts'
import { openTestApp, type TestApp, type TestResponse } from '#tests/support/test-app.ts'
import { commonFieldGenerators } from './fuzz-places.ts'

const errorShape = z.strictObject({
  detail: z.union([
    z.string().check(z.minLength(1)),
    z
      .array(z.strictObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() }))
      .check(z.minLength(1)),
  ]),
})

let app: TestApp
let workplace: Workplace
/** The values that a generated body or query may use, in addition to those that were prepared for its call. */
let known: Record<string, unknown>
const tally = new Map<string, { cases: number; taken: number; refused: number }>()
beforeAll(async () => {
  app = await openTestApp()
  app.services.google = testGoogleTokenReader
  await openOrganisation()
})

async function openOrganisation() {
  workplace = await openWorkplace(app)
  known = {
    patient_id: await workplace.standing('Patient'),
    pharmacist_id: await workplace.standing('User'),
    role: await workplace.standing('Role'),
  }
}
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

/** Generates bodies or queries. Of three, two match the contract, and in the third a part is replaced by junk. */
const inputOf = (schema: Schema | undefined, { line }: Call): fc.Arbitrary<unknown> => {
  if (!schema) return fc.constant(undefined)
  const values = validValues(schema, { ...commonFieldGenerators, ...line.places })
  return fc.oneof({ weight: 2, arbitrary: values }, { weight: 1, arbitrary: brokenValues(values) })
}

const casesOf = (call: Call): fc.Arbitrary<Case> =>
  fc.record({
    body: inputOf(call.entry.body?.(), call),
    query: inputOf(call.entry.query?.(), call).map(asQuery),
    asForm: call.entry.media?.includes('form') ? fc.boolean() : fc.constant(false),
  })

/**
 * Turns a generated query into texts, because a query string can only contain these. Values other than texts and numbers are left
 * out.
 */
const asQuery = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof query === 'object' ? { ...query } : {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value).toWellFormed()]] : [],
    ),
  )

const asSent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)))

const accepts = (schema: Schema | undefined, value: unknown) => !schema || z.safeParse(schema, value).success

async function send(entry: Entry, { body, query, asForm }: Case, ready: ReadyCall): Promise<[TestResponse, boolean]> {
  const fields = { ...known, ...ready.query, ...Object(ready.body) }
  const sent = { body: asSent(replacePlaceholders(body, fields)), query: asQuery(replacePlaceholders(query, fields)) }
  const form = new FormData()
  if (asForm) form.set('data', JSON.stringify(sent.body ?? null))
  const answer = await app.call(entry, {
    as: ready.as && workplace.admin,
    params: ready.params,
    headers: ready.headers,
    query: sent.query,
    ...(entry.body && (asForm ? { form } : { body: sent.body ?? null })),
  })
  const isRight = accepts(entry.query?.(), sent.query) && accepts(entry.body?.(), sent.body ?? null)
  return [answer, isRight]
}

/** Describes what is wrong with a response. Undefined if it is right. */
function wrongWith(
  { success, answer }: Entry,
  { status, body, text }: TestResponse,
  isRight: boolean,
): string | undefined {
  if (status >= 500) return 'answers a fault'
  if (status < 300) {
    if (!isRight) return 'accepts what the contract refuses'
    if (status !== success) return `is not ${success}`
    const read = answer && z.safeParse(answer(), body)
    if (read && !(read.success && isDeepStrictEqual(read.data, body))) return 'does not answer what the contract says'
    return success === 204 && text !== '' ? 'answers something' : undefined
  }
  if (!accepts(errorShape, body)) return 'refuses in another shape'
  return status === 422 || isRight || [400, 404, 409].includes(status) ? undefined : 'refuses for another reason'
}

const guarded = everyCall().filter(({ line }) => line.access !== 'public')
const open = everyCall().filter(({ line }) => line.access === 'public')

function fuzz(call: Call, numRuns: number, seed: number) {
  const { entry, routeKey } = call
  const count = { cases: 0, taken: 0, refused: 0 }
  tally.set(routeKey, count)
  return fc.assert(
    fc.asyncProperty(casesOf(call), async (asking) => {
      // Let time pass, so that no rate limit is reached. The limits have tests of their own.
      if (entry.access === 'public') passSeconds(app, 300)
      const ready = await makeReady(call, workplace)
      const [answer, isRight] = await send(entry, asking, ready)
      const wrong = wrongWith(entry, answer, isRight)
      if (wrong) expect.fail(`${wrong}: ${answer.status} ${answer.text}; ${JSON.stringify([ready.params, ready.body])}`)
      count.cases++
      if (answer.status < 300) count.taken++
      else count.refused++
    }),
    { seed, numRuns, endOnFailure: true },
  )
}

const runsOf = ({ entry }: Call) => howMany({ quick: entry.body ? 3 : entry.query ? 2 : 1, proof: 220 })

/**
 * Returns bodies that together have a hostile object in place of each field that a body of the call can have. Where callers choose
 * the names of fields, as in the rows of an import, only the prepared body names fields that are known.
 */
function hostileBodies(call: Call, ready: unknown, turn: number): Map<string, unknown> {
  const schema = call.entry.body?.()
  if (!schema) return new Map()
  const hasOwnNames = placesIn(asKnownSchema(schema)).some((place) => place.schema._zod.def.type === 'record')
  const values = validValues(schema, { ...commonFieldGenerators, ...call.line.places })
  const bodies = [ready, ...(hasOwnNames ? [] : fc.sample(values, { numRuns: 30, seed: 17 }))]
  const odd = hostileObjects[turn % hostileObjects.length]
  return new Map(bodies.toReversed().flatMap((body) => [...withHostileObjects(asSent(body), odd)]))
}

describe.each([
  ['users’ calls', guarded],
  ['public calls', open],
] as const)('%s', (_, calls) => {
  test.each(calls)('$routeKey responds as the contract says, whatever the request', async (call) => {
    // Begin each call in a new organisation, because hundreds of random settings and people of the call before would leave one in
    // which little can succeed.
    if (process.env.PROOF) await openOrganisation()
    await fuzz(call, runsOf(call), 17)
    // Even a few random settings can leave an organisation in which little succeeds, so the next call gets a new one.
    if (call.entry === updateSettings) await openOrganisation()
    const { cases, taken } = tally.get(call.routeKey) ?? { cases: 0, taken: 0 }
    expect([taken, taken / cases >= 0.3]).toEqual([taken, true])
  })

  const turns = howMany({ quick: 1, proof: hostileObjects.length })
  const taking = calls.filter(({ entry }) => entry.body)
  test.each(taking)('$routeKey takes an object with hostile members in place of no field', async (call) => {
    for (let turn = 0; turn < turns; turn++) {
      let ready = await makeReady(call, workplace)
      const bodies = [...hostileBodies(call, ready.body, turn)]
      for (const [place, body] of sampleUnlessProof(bodies, taking.indexOf(call), Math.min(10, bodies.length))) {
        if (call.entry.access === 'public') passSeconds(app, 300)
        const [answer, isRight] = await send(call.entry, { body, query: ready.query, asForm: false }, ready)
        const wrong = wrongWith(call.entry, answer, isRight)
        if (wrong) expect.fail(`${wrong} at ${place}: ${answer.status} ${answer.text}`)
        if (answer.status < 300) ready = await makeReady(call, workplace)
      }
    }
    if (call.entry === updateSettings) await openOrganisation()
  })
})
