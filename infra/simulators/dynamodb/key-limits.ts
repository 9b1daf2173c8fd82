import type { ActionInput, DynamodbItem, DynamodbValue, IndexDescription, TableDescription } from './dynalite.ts'

const longest_bytes = { partition: 2048, sort: 1024 }

const notValid = 'One or more parameter values are not valid.'
const emptyKey = 'The AttributeValue for a key attribute cannot contain an empty string value.'
const updateNotSupported =
  'The update expression attempted to update a secondary index key to a value that is not supported.'

/** The messages that refuse an empty key and a key that is too long. */
interface Words {
  empty: string
  longPartition: string
  longSort: string
}

const words = (empty: string): Words => ({
  empty,
  longPartition: `One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of${longest_bytes.partition} bytes`,
  longSort: `One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of ${longest_bytes.sort} bytes`,
})

const wordsOfTable = (attribute: string) => words(`${notValid} ${emptyKey} Key: ${attribute}`)

const wordsOfIndex = (attribute: string, { IndexName }: IndexDescription) =>
  words(
    `${notValid} A value specified for a secondary index key is not supported. ${emptyKey} IndexName: ${IndexName}, IndexKey: ${attribute}`,
  )

const tooLong = 'The update expression attempted to update the secondary index key beyond allowed size limits'
const wordsOfUpdate: Words = {
  empty: `${notValid} ${updateNotSupported} ${emptyKey}`,
  longPartition: tooLong,
  longSort: tooLong,
}

/** Returns what is wrong with the attributes that are keys of an index, if anything, whether or not the item is in that index. */
export function indexKeyProblem(
  item: DynamodbItem,
  table: TableDescription,
  wordsOf = wordsOfIndex,
): string | undefined {
  const keys = (table.GlobalSecondaryIndexes ?? []).flatMap((index) =>
    index.KeySchema.map(({ AttributeName }, position) => ({ AttributeName, position, index })),
  )
  for (const { AttributeName, position, index } of keys) {
    const problem = keyProblem(item[AttributeName], position, wordsOf(AttributeName, index))
    if (problem) return problem
  }
  return undefined
}

/** Returns what is wrong with the index keys of an item after an update. DynamoDB words these refusals differently. */
export const updatedIndexKeyProblem = (item: DynamodbItem, table: TableDescription) =>
  indexKeyProblem(item, table, () => wordsOfUpdate)

/** Returns what is wrong with a query's key conditions, or with the key after which the query starts. */
export function queryKeyProblem(
  { KeyConditions = {}, ExclusiveStartKey = {} }: ActionInput,
  table: TableDescription,
  index: IndexDescription | undefined,
): string | undefined {
  for (const [position, { AttributeName }] of (index ?? table).KeySchema.entries()) {
    const wordsHere = index ? wordsOfIndex(AttributeName, index) : wordsOfTable(AttributeName)
    for (const value of KeyConditions[AttributeName]?.AttributeValueList ?? []) {
      const problem = keyProblem(value, position, wordsHere)
      if (problem) return problem
    }
    const problem = keyProblem(ExclusiveStartKey[AttributeName], position, wordsHere)
    if (problem) return `The provided starting key is invalid: ${problem}`
  }
  return undefined
}

function keyProblem(value: DynamodbValue | undefined, position: number, { empty, longPartition, longSort }: Words) {
  if (value?.S === undefined) return undefined
  if (value.S === '') return empty
  if (position === 0) return value.S.length > longest_bytes.partition ? longPartition : undefined
  return value.S.length > longest_bytes.sort ? longSort : undefined
}
