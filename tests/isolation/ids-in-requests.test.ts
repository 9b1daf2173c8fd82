import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as registration from '#shared/api/registration.ts'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import type { IdRule } from '#tests/calls/id-rules.ts'
import { makeReady, type ReadyCall } from '#tests/calls/make-ready.ts'
import { refusalTextOf } from '#tests/races/send-together.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { asKnownSchema, isText, placesIn } from '#tests/support/places-in.ts'
import { openTwoTenants, type TwoTenants } from './two-tenants.ts'

let two: TwoTenants
beforeAll(async () => {
  two = await openTwoTenants()
})
afterEach(() => two.expectQuietLog())
afterAll(() => two.app.close())

/**
 * Returns ids of things that the field cannot name: things of another organisation, deleted and unknown things, things of another
 * kind, and for a pharmacist also a member who may not deliver.
 */
function foreignOnes({ of }: IdRule, { params }: ReadyCall): string[] {
  const { mine, other, theirs, gone, own, theirUpload, theirCursor } = two
  const place = `T#${other.tenant.id}`
  const unknown = [randomUUID(), other.tenant.id, place]
  switch (of) {
    case 'Delivery':
      return [randomUUID(), other.tenant.id, theirs.Delivery, gone.Delivery, own.Patient]
    case 'Patient':
      return [...unknown, theirs.Patient, gone.Patient, own.User, `${theirs.Patient}#x`]
    case 'User': {
      const ineligible = [other.driver.user.id, mine.unprivileged.user.id]
      return [...unknown, theirs.User, gone.User, ...ineligible, `-#unassigned#../${place}`]
    }
    case 'Role':
      return [...unknown, theirs.Role, gone.Role, other.roles[0]?.id ?? '']
    case 'Tenant':
      return [...unknown, theirs.User, `${mine.tenant.id}#`]
    case 'Subject':
      return [...unknown, ...Object.values(theirs), `${theirs.Patient}#x`]
    case 'SignUp':
      return [randomUUID(), place, theirs.User, `${other.tenant.id}#`, 'x']
    case 'Upload': {
      const prefix = `uploads/${mine.tenant.id}/${params.id}/`
      return [
        theirUpload,
        theirUpload.replace(other.tenant.id, mine.tenant.id),
        `${prefix}../../../${theirUpload}`,
        `${prefix}${randomUUID()}/../${theirUpload.split('/').at(-1)}`,
        `${prefix}${encodeURIComponent(`../../${theirUpload}`)}`,
        `tenants/${other.tenant.id}/deliveries/${theirs.Delivery}`,
      ]
    }
    case 'Cursor':
      expect(theirCursor).toContain('.')
      return [theirCursor, theirCursor.replace(/.$/, 'A'), `${theirCursor}.`, 'a.b']
  }
}

const uuid = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g
const isUuid = (text: string) => text.replace(uuid, '') === ''

/** Returns a copy in which the field at a path has a value. If the path leads through a list, the field is set in every entry. */
function putAt(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(into)) return into.map((inner) => putAt(inner, [name, ...rest], value))
  return { ...Object(into), [name]: putAt(Reflect.get(Object(into), name), rest, value) }
}

const named = everyCall().flatMap((call) =>
  Object.entries(call.line.ids ?? {}).map(([place, rule]) => ({ call, place, rule, routeKey: call.routeKey })),
)

describe.each(named)('$routeKey', ({ call, place, rule }) => {
  test(`returns the same for every ${place} that is not the tenant’s`, async () => {
    const first = await makeReady(call, two.mine)
    const [part = '', ...path] = place.split('.')
    const texts = new Set<string>()
    // A call that carries out the rest of a request with a foreign id accepts only UUIDs in this field.
    const ids = foreignOnes(rule, first).filter((id) => !rule.answered || isUuid(id))
    for (const id of sampleUnlessProof(
      ids,
      named.findIndex((one) => one.call === call),
      2,
    )) {
      // Such a call takes effect, and would not do so again for the same request, so the request is prepared anew.
      const { as, params, query, body } = rule.answered ? await makeReady(call, two.mine) : first
      const sent = putAt({ query, body }, [part, ...path], rule.isList ? [id] : id)
      const answer = await two.app.call(call.entry, { as, params, ...Object(sent) })
      texts.add(rule.answered ? answer.text.replaceAll(uuid, '') : answer.text)
      if (rule.answered) expect([answer.status, answer.body]).toEqual([200, rule.answered(id)])
      else if (rule.refusal === undefined)
        expect([id, answer.status, answer.text]).toEqual([id, call.entry.success, call.entry.answer ? '[]' : ''])
      else expect([id, refusalTextOf(answer)]).toEqual([id, rule.refusal])
      if (answer.status === 422) expect(places(answer.body.detail)).toEqual([place])
    }
    expect(texts.size).toBe(1)
    await two.expectTheirsUnchanged()
  })
})

/** Returns the fields that a 422 names, without positions in lists. */
const places = (detail: readonly { loc: readonly (string | number)[] }[]) =>
  detail.map(({ loc }) => loc.filter((step) => typeof step === 'string').join('.'))

/** Returns the paths of a schema's text fields, without the positions in lists. */
const textsOf = (schema: unknown, at: string): string[] =>
  placesIn(asKnownSchema(schema), [at])
    .filter(isText)
    .map(({ path }) => path.filter((step) => typeof step === 'string').join('.'))

/**
 * Returns whether a field is named like one of the product's ids. A passkey's id comes from its device, and an external id from
 * another system, so neither counts.
 */
const isOfAnId = (field: string) =>
  /(^|[._])ids?$|\.(roles|cursor|into)$|photo_key$/.test(field) &&
  !/(\.(passkey|response)\.id|[._]external_id)$/.test(field)

test('every field that contains an ID has its rule in tests/calls', () => {
  const idsOf = ({ entry }: Call) =>
    Object.entries({ query: entry.query, body: entry.body }).flatMap(([part, schema]) =>
      schema ? textsOf(schema(), part).filter(isOfAnId) : [],
    )
  const found = everyCall().flatMap((call) => idsOf(call).map((field) => `${call.routeKey} ${field}`))
  expect(new Set(found)).toEqual(new Set(named.map(({ routeKey, place }) => `${routeKey} ${place}`)))
})

test('a finished sign-up cannot be finished again', async () => {
  const { app, other, expectTheirsUnchanged } = two
  const body = { tenant_id: other.tenant.id, subscribed_products: ['delivery'] }
  expect((await app.call(registration.completeSignUp, { body })).status).toBe(409)
  await expectTheirsUnchanged()
})
