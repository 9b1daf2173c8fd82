import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam'
import { describe, expect, it, test } from 'vitest'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import { migrationProgressKeys } from '#functions/data/entities/migration-progress.ts'
import { organisationEntryPartition } from '#functions/data/entities/organisation-entry.ts'
import { unassignTaskPartition } from '#functions/data/entities/unassign-task.ts'
import { keysOf, tableDesign, unscopedKeys } from '#functions/data/table-keys.ts'
import { areaNeeds, type FunctionArea, functionAreas } from '#infra/area-needs.ts'
import {
  type ItemAction,
  type ItemFamily,
  type ItemFamilyName,
  itemActions,
  itemFamilies,
} from '#infra/item-families.ts'
import { itemGrants } from '#infra/item-grants.ts'
import { lazyValue } from '#shared/model/lazy.ts'
import { isAllowed, isLike } from './iam.ts'
import { type Statement, statementsOf } from './policies.ts'
import { synthesise } from './synthesise.ts'

const families = Object.entries<ItemFamily>(itemFamilies)
const [tenant, id, other] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
]

const ofDelivery = { delivery_id: id, day: '', due_at: '', status: 'assigned', delivery_date: '', time_range: '' }

/** Returns one partition for each key that `table-keys.ts` can make, with the name that the key has there. */
function everyPartition(): [key: string, partition: string][] {
  const keys = keysOf(tenant)
  const made = Object.entries(keys).map(([name, key]): [string, string] => {
    const given = {
      deliveredEntry: [ofDelivery],
      callBackEntry: [ofDelivery],
      ownNameEntry: [id, 'name', ofDelivery],
      importColumns: [{ kind: 'patients', heads: [] }],
    }[name] ?? ['pending', id, id]
    const value = typeof key === 'function' ? Reflect.apply(key, keys, given) : key
    return [name, value.pk]
  })
  const unscoped = Object.entries(unscopedKeys).map(([name, key]): [string, string] => {
    const value = Reflect.apply(
      key,
      unscopedKeys,
      name === 'mail' || name === 'unassignTask' ? [{ id, due_at: '' }] : ['subject', 'subject'],
    )
    return [name, value.pk]
  })
  return [
    ...made,
    ...unscoped,
    ...[...mailPartitions, unassignTaskPartition, organisationEntryPartition].map(({ pk }): [string, string] => [
      pk,
      pk,
    ]),
  ]
}

const isOf = ({ partitions }: ItemFamily, partition: string) => partitions.some((pattern) => isLike(pattern, partition))

describe('a family of items', () => {
  test('contains each key exactly once', () => {
    for (const [key, partition] of everyPartition()) {
      const found = families.filter(([, family]) => isOf(family, partition)).map(([name]) => name)
      expect([key, partition, found], `Give the key ${key} a family in infra/item-families.ts`).toEqual([
        key,
        partition,
        [expect.any(String)],
      ])
    }
  })

  test('contains no operator’s key, which functions must not reach', () => {
    for (const [name, key] of Object.entries(migrationProgressKeys)) {
      const { pk } = Reflect.apply(key, migrationProgressKeys, ['name', 0])
      expect([name, families.filter(([, family]) => isOf(family, pk))]).toEqual([name, []])
    }
  })

  test('has a key that creates it, and its index exists', () => {
    const partitions = everyPartition().map(([, partition]) => partition)
    const indexes = tableDesign.indexes.map(({ name }): string => name)
    for (const [name, family] of families) {
      expect([name, partitions.some((partition) => isOf(family, partition))]).toEqual([name, true])
      if (family.index) expect(indexes).toContain(family.index)
    }
    expect(families.flatMap(([, { index = [] }]) => index).sort()).toEqual(indexes.sort())
  })
})

const { template } = synthesise('prod')
const [tableId] = Object.keys(template.findResources('AWS::DynamoDB::Table'))
const tableArnStart = 'arn:aws:dynamodb:us-east-1:000000000000:table/'
const statements = statementsOf(template)
const policyOf = (area: FunctionArea) => statements.filter(({ id }) => id.startsWith(`App${area}Items`))
const partitionOf = (name: string) =>
  everyPartition().find(([, partition]) => isOf(itemFamilies[name as ItemFamilyName], partition))?.[1] ?? ''

/** The stack's own table, and one that was restored from it. */
const tables = [`<${tableId}.Arn>`, `${tableArnStart}carelane-prod-restored-3`]

/** Whether a policy allows an action. Throws if it differs between the stack's own table and a restored one. */
function may(policy: readonly Statement[], action: string, { index }: ItemFamily, partitions: readonly string[]) {
  const [own, restored] = tables.map((table) => mayIn(table, policy, action, index, partitions))
  if (own !== restored) throw new Error(`${action} of ${partitions} is not the same for a restored table`)
  return own
}

const mayIn = (
  table: string,
  policy: readonly Statement[],
  action: string,
  index: string | undefined,
  partitions: readonly string[],
) =>
  isAllowed(policy, {
    action: `dynamodb:${action === 'Count' ? 'Query' : action}`,
    resource: index ? `${table}/index/${index}` : table,
    context: {
      ...(partitions.length > 0 && { 'dynamodb:LeadingKeys': partitions }),
      ...(action === 'Count' && { 'dynamodb:Select': ['COUNT'] }),
    },
  })

/** What each function may do with each family of items, computed as IAM would. */
const rightsOf = Object.fromEntries(functionAreas.map((area) => [area, lazyValue(() => rightsBy(policyOf(area)))]))

function rightsBy(policy: readonly Statement[]): Record<string, string[]> {
  const found = families.map(([name, family]): [string, string[]] => [
    name,
    itemActions.filter((action) => {
      const asks = (permission: string) => may(policy, permission, family, [partitionOf(name)])
      // `Count` is left out if `Query` is allowed, because a function that may read items may also count them.
      return asks(action) && !(action === 'Count' && asks('Query'))
    }),
  ])
  return Object.fromEntries(found.filter(([, allowed]) => allowed.length > 0))
}

describe.each(functionAreas)('the function of %s', (area) => {
  const policy = policyOf(area)

  it('may do with each family what its area needs, and nothing else', () => {
    const needed = Object.entries(areaNeeds[area].items).map(([name, needs]) => [
      name,
      itemActions.filter((action) => needs.includes(action)),
    ])
    expect(rightsOf[area]?.()).toEqual(Object.fromEntries(needed))
  })

  it('may do nothing with items outside its families, not even in a batch with its own', () => {
    const strange = ['T#', `T#${tenant}#NEW#2026`, `T#${tenant}#NEW`, `T#${tenant}x`, 'X', '', `EMAIL`]
    const own = Object.keys(areaNeeds[area].items).map(partitionOf)
    for (const action of itemActions)
      for (const partition of strange) {
        expect(may(policy, action, { partitions: [] }, [partition])).toBe(false)
        for (const mine of own) expect(may(policy, action, { partitions: [] }, [mine, partition])).toBe(false)
      }
  })

  it('may use no table except the stack’s own and those restored from it', () => {
    for (const name of ['carelane-prod', 'carelane-prod-restore-1', 'carelane-staging-restored-1', 'other'])
      for (const action of itemActions)
        for (const [family, { index, partitions }] of families)
          expect([family, mayIn(`${tableArnStart}${name}`, policy, action, index, partitions)]).toEqual([family, false])
  })

  it('may not scan, or administer the table', () => {
    for (const action of [
      'Scan',
      'PartiQLSelect',
      'BatchWriteItem',
      'DeleteTable',
      'UpdateTable',
      'ExportTableToPointInTime',
    ])
      for (const [, family] of families) expect(may(policy, action, family, [])).toBe(false)
  })
})

describe('a function that only counts on an item', () => {
  const mayUpdate = (area: FunctionArea, family: ItemFamilyName, ...attributes: string[]) =>
    isAllowed(policyOf(area), {
      action: 'dynamodb:UpdateItem',
      resource: `<${tableId}.Arn>`,
      context: { 'dynamodb:LeadingKeys': [partitionOf(family)], 'dynamodb:Attributes': ['pk', 'sk', ...attributes] },
    })

  it('may not write the item’s other attributes', () => {
    expect(mayUpdate('deliveries', 'user', 'open_deliveries', 'is_active')).toBe(true)
    for (const attribute of ['roles', 'is_tenant_admin', 'account_id'])
      expect(mayUpdate('deliveries', 'user', 'open_deliveries', attribute)).toBe(false)
    expect(mayUpdate('deliveries', 'apiKey', 'last_used_at')).toBe(true)
    expect(mayUpdate('deliveries', 'apiKey', 'hashes')).toBe(false)
    for (const [area, { mayNotUpdate = {} }] of Object.entries(areaNeeds))
      for (const [family, attributes] of Object.entries(mayNotUpdate))
        for (const attribute of attributes)
          expect([area, mayUpdate(area as FunctionArea, family as ItemFamilyName, attribute)]).toEqual([area, false])
  })
})

describe('functions for sign-in, users and sign-up', () => {
  it('reach no patient, delivery or search entry; sign-in may count deliveries', () => {
    const closed = ['delivery', 'patient', 'patientSearch', 'prescription', 'byStatus', 'byPharmacist', 'byPatient']
    for (const area of ['auth', 'users', 'registration'] as const)
      expect([area, closed.flatMap((name) => rightsOf[area]?.()[name] ?? [])]).toEqual([
        area,
        area === 'auth' ? ['Count'] : [],
      ])
  })
})

describe('items of several families', () => {
  it('can be read in one batch if each may be read', () => {
    const batch = [partitionOf('user'), partitionOf('account')]
    expect(may(policyOf('deliveries'), 'BatchGetItem', itemFamilies.user, batch)).toBe(true)
    expect(may(policyOf('deliveries'), 'BatchGetItem', itemFamilies.user, [...batch, partitionOf('email')])).toBe(false)
  })
})

describe('a write-once family', () => {
  const events: Record<string, ItemFamily> = {
    event: { partitions: ['T#*#E#*'], isAppendOnly: true },
    user: { partitions: ['T#*#USERS'] },
  }
  const event = `T#${tenant}#E#2026-11-22`
  const granted = (needs: Record<string, readonly ItemAction[]>) => {
    // CDK's own rules are switched off, because they take seconds of CPU time for each template.
    const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Once')
    const tables = ['arn:aws:dynamodb:us-east-1:111122223333:table/once']
    new ManagedPolicy(stack, 'Policy', { statements: itemGrants({ items: needs }, tables, events) })
    return statementsOf(Template.fromStack(stack))
  }
  const mayOnce = (policy: readonly Statement[], action: string, partition: string) =>
    isAllowed(policy, {
      action: `dynamodb:${action}`,
      resource: 'arn:aws:dynamodb:us-east-1:111122223333:table/once',
      context: { 'dynamodb:LeadingKeys': [partition] },
    })

  it('may be written and read, but never changed or deleted, even with later permissions', () => {
    const policy = granted({ event: ['PutItem', 'Query'], user: ['UpdateItem', 'DeleteItem'] })
    const later: Statement = { id: 'later', Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }
    for (const given of [policy, [...policy, later]]) {
      expect(['PutItem', 'Query'].map((action) => mayOnce(given, action, event))).toEqual([true, true])
      expect(['UpdateItem', 'DeleteItem'].map((action) => mayOnce(given, action, event))).toEqual([false, false])
      expect(mayOnce(given, 'UpdateItem', `T#${tenant}#USERS`)).toBe(true)
    }
  })

  it('rejects other actions', () => {
    for (const action of ['UpdateItem', 'DeleteItem'] as const)
      expect(() => granted({ event: ['PutItem', action] })).toThrow(
        'Items in the family event are never changed or deleted',
      )
    expect(() => granted({ nothing: ['GetItem'] })).toThrow('There is no item family named nothing')
  })
})

test('another tenant’s IDs do not change a key’s family', () => {
  expect(families.filter(([, family]) => isOf(family, `T#${other}#USERS`)).map(([name]) => name)).toEqual(['user'])
})
