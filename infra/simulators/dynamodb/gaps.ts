/* Where dynalite answers otherwise than DynamoDB, in what Carelane could meet. */
import dynaliteUpdateItem from 'dynalite/actions/updateItem.js'
import { type Action, type Done, type Input, type Item, type Store, validationError } from 'dynalite/db/index.js'
import { findTable, isRefusal } from './perform.ts'

const emptyIndexKey =
  'One or more parameter values are not valid. A value specified for a secondary index key is not supported.'
const emptyUpdatedKey =
  'One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported.'
const noEmptyString = 'The AttributeValue for a key attribute cannot contain an empty string value.'

/** dynalite would index the item under an empty key. */
export function refuseEmptyIndexKey(store: Store, tableName: string, item: Item, done: Done): void {
  store.getTable(tableName, (error, table) => {
    for (const { IndexName, KeySchema } of table?.GlobalSecondaryIndexes ?? []) {
      const empty = KeySchema.find(({ AttributeName }) => item[AttributeName]?.S === '')
      if (empty) {
        const place = `IndexName: ${IndexName}, IndexKey: ${empty.AttributeName}`
        return done(validationError(`${emptyIndexKey} ${noEmptyString} ${place}`))
      }
    }
    done(error)
  })
}

/** dynalite removes from a list one by one, so that a second index meets another element; and hands back `{}` for nothing. */
export const updateItem: Action = (store, input, done) => {
  const sections = input._updates?.sections.toSorted((a, b) => removalPlace(a) - removalPlace(b))
  dynaliteUpdateItem(
    store,
    { ...input, ...(sections && { _updates: { ...input._updates, sections } }) },
    (error, answer) => {
      if (isRefusal(error) && error.message.startsWith(emptyIndexKey)) {
        return done(validationError(`${emptyUpdatedKey} ${noEmptyString}`))
      }
      const { Attributes, ...rest } = answer ?? {}
      done(error, Attributes && Object.keys(Attributes).length > 0 ? answer : rest)
    },
  )
}

/** Removals come after all else, and from the end of a list to its beginning. */
function removalPlace({ type, path }: { type: string; path: (string | number)[] }): number {
  const last = path.at(-1)
  if (type !== 'remove') return Number.MIN_SAFE_INTEGER
  return typeof last === 'number' ? -last : 0
}

/** dynalite takes an attribute that its index does not have for absent. Throws a ValidationException. */
export async function refuseUnprojected(store: Store, input: Input): Promise<void> {
  const table = await findTable(store, input.TableName)
  const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === input.IndexName)
  if (!index || index.Projection.ProjectionType === 'ALL') return
  const keys = [...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName)
  const projected = new Set([...keys, ...(index.Projection.NonKeyAttributes ?? [])])
  const missing = (names: string[]) => names.filter((name) => !projected.has(name)).join(', ')

  const filtered = missing(Object.keys(input._filter?.pathHeads ?? {}))
  if (filtered) {
    throw validationError(
      `One or more parameter values were invalid: Secondary index ${index.IndexName} does not project one or more filter attributes: [${filtered}]`,
    )
  }
  const shown = missing((input._projection?.paths ?? []).map((path) => String([path].flat()[0])))
  if (shown) {
    throw validationError(
      `One or more parameter values were invalid: Global secondary index ${index.IndexName} does not project [${shown}]`,
    )
  }
}
