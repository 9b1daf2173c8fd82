import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { type ItemAction, type ItemFamily, itemActions, itemFamilies } from './item-families.ts'

type Families = Readonly<Record<string, ItemFamily>>

/** The actions of a function, by the names of item families. */
type ItemNeeds = Readonly<Record<string, readonly ItemAction[]>>

/** The attributes that no update may touch, by the names of item families. */
type StoredAttributes = Readonly<Record<string, readonly string[]>>

const leadingKeys = 'dynamodb:LeadingKeys'
const countsAlone = { StringEquals: { 'dynamodb:Select': ['COUNT'] } }

/**
 * Returns statements that allow each action on the families for which `items` names it, and that deny every partition of any other
 * family, including families that do not exist yet. One statement names all families of the table, or all of the indexes, on which
 * an action is allowed, because IAM judges all keys of a batch together. If `items` is empty, returns no statement, so that nothing
 * is allowed and nothing is denied. Throws for an unknown family, and for a change to a family that is append-only.
 */
export function itemGrants(
  { items: needs, mayNotUpdate = {} }: { items: ItemNeeds; mayNotUpdate?: StoredAttributes },
  tables: readonly string[],
  families: Families = itemFamilies,
): PolicyStatement[] {
  const needed = Object.entries(needs).map(([name, actions]) => ({
    actions,
    family: familyOf(families, name, actions),
  }))
  if (needed.length === 0) return []
  const indexes = tables.map((table) => `${table}/index/*`)

  const statements = new Map<string, { actions: ItemAction[]; arns: string[]; partitions: string[] }>()
  for (const isOfIndex of [false, true])
    for (const action of itemActions) {
      const granted = needed
        .filter(({ actions, family }) => Boolean(family.index) === isOfIndex && actions.includes(action))
        .map(({ family }) => family)
      if (granted.length === 0) continue
      // No partition key of one index exists in another or in the table, so a statement for all indexes grants the same as one for
      // each, in fewer characters.
      const arns = isOfIndex ? indexes : [...tables]
      const partitions = granted.flatMap((family) => family.partitions)
      const alike = JSON.stringify([arns, partitions, action === 'Count'])
      const statement = statements.get(alike) ?? { actions: [], arns, partitions }
      statement.actions.push(action)
      statements.set(alike, statement)
    }
  const all = needed.flatMap(({ family }) => family.partitions)
  return [
    ...[...statements.values()].map(({ actions, arns, partitions }) =>
      statementOf(actions, arns, {
        'ForAllValues:StringLike': { [leadingKeys]: partitions },
        ...(actions.includes('Count') && countsAlone),
      }),
    ),
    deny(itemActions, [...tables, ...indexes], { 'ForAnyValue:StringNotLike': { [leadingKeys]: all } }),
    ...appendOnlyRefusal(needed, tables),
    ...Object.entries(mayNotUpdate).map(([name, attributes]) =>
      deny(['UpdateItem'], [...tables], {
        'ForAnyValue:StringLike': { [leadingKeys]: familyOf(families, name, []).partitions },
        'ForAnyValue:StringEquals': { 'dynamodb:Attributes': attributes },
      }),
    ),
  ]
}

function familyOf(families: Families, name: string, actions: readonly ItemAction[]): ItemFamily {
  const family = families[name]
  if (!family) throw new Error(`There is no item family named ${name}`)
  if (family.isAppendOnly && actions.some((action) => isChange(action)))
    throw new Error(`Items in the family ${name} are never changed or deleted: ${actions.join(', ')}`)
  return family
}

const isChange = (action: ItemAction) => action === 'UpdateItem' || action === 'DeleteItem'

/** Denies updates and deletions explicitly as well, because no right that someone grants later can override a denial. */
function appendOnlyRefusal(needed: readonly { family: ItemFamily }[], tables: readonly string[]): PolicyStatement[] {
  const partitions = needed.flatMap(({ family }) => (family.isAppendOnly ? family.partitions : []))
  if (partitions.length === 0) return []
  return [deny(itemActions.filter(isChange), [...tables], { 'ForAnyValue:StringLike': { [leadingKeys]: partitions } })]
}

type Conditions = Record<string, Record<string, readonly string[]>>

const statementOf = (
  actions: readonly ItemAction[],
  resources: string[],
  conditions: Conditions,
  effect = Effect.ALLOW,
) =>
  new PolicyStatement({
    effect,
    actions: [...new Set(actions.map((action) => `dynamodb:${action === 'Count' ? 'Query' : action}`))],
    resources,
    conditions,
  })

const deny = (actions: readonly ItemAction[], resources: string[], conditions: Conditions) =>
  statementOf(actions, resources, conditions, Effect.DENY)
