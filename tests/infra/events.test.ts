import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '#functions/data/entities.ts'
import { keysOf } from '#functions/data/keys.ts'
import { kindAt, oneOfEachPlace } from '#tests/frozen/kind-of-place.ts'
import { synthesise } from './synthesise.ts'

const { template } = synthesise('prod')

interface Statement {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string[]>>
}

const policies = Object.entries(template.findResources('AWS::IAM::ManagedPolicy')).filter(([id]) => /Grants/.test(id))

/** As IAM compares: `*` is any text. */
const isLike = (pattern: string, text: string) =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 's').test(text)

/** Whether statements refuse an action on the items of a partition, whatever others allow. */
const isDenied = (statements: readonly Statement[], action: string, pk: string) =>
  statements.some(
    ({ Effect, Action, Condition }) =>
      Effect === 'Deny' &&
      [Action].flat().includes(`dynamodb:${action}`) &&
      Condition?.['ForAnyValue:StringLike']?.['dynamodb:LeadingKeys']?.some((pattern) => isLike(pattern, pk)),
  )

describe.each(policies)('the rights of %s', (_, { Properties }) => {
  const statements: Statement[] = Properties.PolicyDocument.Statement

  it('let nobody change or delete an event', () => {
    for (const action of ['UpdateItem', 'DeleteItem'])
      for (const event of [anEvent, { ...anEvent, subject: { ...anEvent.subject, id: null } }])
        expect([action, isDenied(statements, action, keysOf(tenant).event(event).pk)]).toEqual([action, true])
  })

  it('stay what they are for every other item', () => {
    const others = oneOfEachPlace.filter((place) => kindAt(place).name !== 'event')
    expect(others.length).toBeGreaterThan(10)
    for (const { pk } of others) expect([pk, isDenied(statements, 'UpdateItem', pk)]).toEqual([pk, false])
  })
})

it('has functions to speak of', () => expect(policies.length).toBeGreaterThan(5))

const tenant = '00000000-0000-4000-8000-000000000000'
const anEvent: StoredEvent = {
  id: tenant,
  at: '2026-11-22T12:00:00.000Z',
  actor: { id: tenant, name: 'Ada Admin', email: 'ada@example.com' },
  action: 'delivery.read',
  subject: { type: 'delivery', id: tenant, label: '' },
  patient_id: tenant,
  place: '127.0.0.1',
  request_id: 'one',
}
