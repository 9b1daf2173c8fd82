import type { IndexStatuses } from './aws.ts'
import { OperatorRefusal } from './operator-refusal.ts'

export interface TableIndex {
  name: string
  partition: string
  sort: string
  projection: 'KEYS_ONLY' | readonly string[]
}

/** Returns everything that defines an index, as a text. An existing index cannot be changed in any of it. */
const shapeOf = ({ name, partition, sort, projection }: TableIndex) =>
  JSON.stringify([name, partition, sort, projection === 'KEYS_ONLY' ? projection : [...projection].sort()])

/**
 * Throws `OperatorRefusal` for a deploy that alters an index, or that creates or drops more than one, because CloudFormation can do
 * only one of these steps per update. `deployed` is the template of the last deploy. `tags` are the releases in between; the
 * refusal tells the operator to deploy these first, one after the other.
 */
export function refuseTwoIndexSteps(deployed: unknown, designed: readonly TableIndex[], tags: readonly string[]): void {
  const present = indexesIn(deployed)
  if (present) refuseUndeployableIndexChanges(present, designed, tags)
}

/**
 * Throws `OperatorRefusal` if more than one index has to be created or dropped to get from `present` to `wanted`, or if an index
 * has to be altered.
 */
export function refuseUndeployableIndexChanges(
  present: readonly TableIndex[],
  designed: readonly TableIndex[],
  tags: readonly string[],
): void {
  const made = designed.filter(({ name }) => !present.some((index) => index.name === name))
  const dropped = present.filter(({ name }) => !designed.some((index) => index.name === name))
  const altered = designed.filter((index) =>
    present.some((other) => other.name === index.name && shapeOf(other) !== shapeOf(index)),
  )
  if (altered.length > 0)
    throw new OperatorRefusal(`An index cannot be altered in place: ${namesOf(altered)}.`, [
      'Create a new index under another name, fill it, switch to it, and drop the old one in a later release.',
    ])
  if (made.length + dropped.length <= 1) return
  throw new OperatorRefusal(
    'More than one index would be created or dropped, but CloudFormation allows only one per update.',
    [
      ...(made.length > 0 ? [`To be created: ${namesOf(made)}.`] : []),
      ...(dropped.length > 0 ? [`To be dropped: ${namesOf(dropped)}.`] : []),
      tags.length > 0
        ? `First deploy the releases in between, one after the other: ${tags.join(', ')}.`
        : 'There is no release in between. Create one for each index.',
    ],
  )
}

/**
 * Throws `OperatorRefusal` unless the table has exactly the indexes of the last deployed template, all of them ready.
 * CloudFormation does not always wait until an index is ready, and a rollback can leave an index that the template does not name.
 */
export function refuseUnsettledIndexes(table: string, found: IndexStatuses | undefined, deployed: unknown): void {
  const present = indexesIn(deployed) ?? []
  refuseLostIndexes(table, found, present)
  const [left] = [...(found?.keys() ?? [])].filter((name) => !present.some((index) => index.name === name))
  if (!left) return
  throw new OperatorRefusal(
    `The table ${table} has the index ${left}, which is not in its stack. A rollback left it behind.`,
    [
      `aws dynamodb update-table --table-name ${table} --global-secondary-index-updates '${JSON.stringify([{ Delete: { IndexName: left } }])}'`,
      whenReady(table),
    ],
  )
}

const whenReady = (table: string) =>
  `Continue when every IndexStatus is ACTIVE: aws dynamodb describe-table --table-name ${table} --query 'Table.GlobalSecondaryIndexes[].[IndexName,IndexStatus]'`

/**
 * Throws `OperatorRefusal` if the table is missing or lacks an index, or if one of its indexes is not ready. CloudFormation neither
 * notices that a table has lost an index nor creates one in a restored table.
 */
export function refuseLostIndexes(
  table: string,
  found: IndexStatuses | undefined,
  designed: readonly TableIndex[],
): void {
  if (!found) throw new OperatorRefusal(`There is no table ${table}.`)
  const changing = [...found].filter(([, status]) => status !== 'ACTIVE')
  if (changing.length > 0)
    throw new OperatorRefusal(
      `An index of the table ${table} is being changed: ${changing.map(([name, status]) => `${name} (${status})`).join(', ')}.`,
      [whenReady(table)],
    )
  const lacking = designed.filter(({ name }) => !found.has(name))
  const [first] = lacking
  if (!first) return
  throw new OperatorRefusal(`The table ${table} has no index ${namesOf(lacking)}, which it should have.`, [
    `Create ${lacking.length > 1 ? 'them one after the other, starting with' : 'it'}: ${creationOf(first, table)}`,
    whenReady(table),
  ])
}

/** Returns the command that creates an index in a table that is in use. */
function creationOf({ name, partition, sort, projection }: TableIndex, table: string): string {
  const keyOf = (AttributeName: string, KeyType: string) => ({ AttributeName, KeyType })
  const index = {
    IndexName: name,
    KeySchema: [keyOf(partition, 'HASH'), keyOf(sort, 'RANGE')],
    Projection:
      projection === 'KEYS_ONLY'
        ? { ProjectionType: 'KEYS_ONLY' }
        : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection] },
  }
  const attributes = [partition, sort].map((attribute) => `AttributeName=${attribute},AttributeType=S`)
  return [
    `aws dynamodb update-table --table-name ${table} --attribute-definitions ${attributes.join(' ')}`,
    `--global-secondary-index-updates '${JSON.stringify([{ Create: index }])}'`,
  ].join(' ')
}

const namesOf = (indexes: readonly TableIndex[]) => indexes.map(({ name }) => name).join(', ')

/** Returns the indexes of the stack's own table in a template. Undefined if the template has no table. */
function indexesIn(template: unknown): TableIndex[] | undefined {
  const resources: unknown[] = Object.values(Object(Object(template).Resources))
  const table = resources.find((resource) => Object(resource).Type === 'AWS::DynamoDB::Table')
  if (!table) return undefined
  const { GlobalSecondaryIndexes: indexes = [] } = Object(Object(table).Properties)
  return [...indexes].map((index) => {
    const keyOf = (type: string) =>
      String(index.KeySchema.find((key: { KeyType: string }) => key.KeyType === type)?.AttributeName)
    const { ProjectionType, NonKeyAttributes = [] } = index.Projection
    return {
      name: String(index.IndexName),
      partition: keyOf('HASH'),
      sort: keyOf('RANGE'),
      projection: ProjectionType === 'KEYS_ONLY' ? 'KEYS_ONLY' : [...NonKeyAttributes],
    }
  })
}
