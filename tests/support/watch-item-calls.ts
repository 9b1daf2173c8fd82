import { AsyncLocalStorage } from 'node:async_hooks'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { tableDesign } from '#functions/data/table-keys.ts'

/** A permission that IAM checks for a request: an action on the table or an index, for all partitions of the request. */
export interface ItemCall {
  area: string
  /** The number of the request, which several permissions share if the request is a transaction. */
  request: number
  /** The IAM action without its prefix, such as `GetItem`, or `Count` for a query that only counts. */
  action: string
  index?: string | undefined
  partitions: string[]
  /** The condition of a write, if it has one. */
  condition?: string | undefined
  /** The attributes that an update names, those of its condition and the keys included, as IAM sees them. */
  attributes?: string[] | undefined
}

type Fields = Record<string, unknown>

const areas = new AsyncLocalStorage<string>()

/** Runs a function whose requests `watchItemCalls` records as those of an area, as if the area's Lambda function had made them. */
export const runAsArea = <T>(area: string, run: () => T): T => areas.run(area, run)

/** The number of requests that were recorded so far. */
let requests = 0

/** Records in `calls` every request to the table that a client sends from now on within `runAsArea`, with the area. */
export function watchItemCalls(client: DynamoDBDocumentClient, calls: ItemCall[] = []): ItemCall[] {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const area = areas.getStore()
        if (area) {
          const request = requests++
          calls.push(...callsOf(commandName, Object(args.input)).map((call) => ({ ...call, area, request })))
        }
        return next(args)
      },
    { step: 'initialize', name: 'watchItems' },
  )
  return calls
}

/** The IAM actions that the parts of a transaction need. Except for condition checks, they are those of the same single calls. */
const partActions: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
}

function callsOf(commandName: string, input: Fields): Omit<ItemCall, 'area' | 'request'>[] {
  const { TransactItems, RequestItems, IndexName, ExpressionAttributeValues } = input
  if (Array.isArray(TransactItems))
    return TransactItems.flatMap((item: Fields) =>
      Object.entries(item).map(([kind, part]) => ({ action: partActions[kind] ?? kind, ...placeOf(Object(part)) })),
    )
  const action = `${commandName.replace(/Command$/, '')}`
  if (RequestItems)
    return Object.values<{ Keys: Fields[] }>(Object(RequestItems)).map(({ Keys }) => ({
      action,
      partitions: Keys.map((key) => String(key[tableDesign.partition])),
    }))
  if ('KeyConditionExpression' in input) {
    const effective = input.Select === 'COUNT' ? 'Count' : action
    const partition = String(Object(ExpressionAttributeValues)[':p'])
    return [{ action: effective, partitions: [partition], ...(typeof IndexName === 'string' && { index: IndexName }) }]
  }
  return [{ action, ...placeOf(input) }]
}

const placeOf = ({ Key, Item, ConditionExpression, UpdateExpression, ExpressionAttributeNames }: Fields) => ({
  partitions: [String(Object(Key ?? Item)[tableDesign.partition])],
  condition: ConditionExpression === undefined ? undefined : String(ConditionExpression),
  ...(UpdateExpression !== undefined && {
    attributes: [
      tableDesign.partition,
      tableDesign.sort,
      ...Object.values(Object(ExpressionAttributeNames)).map(String),
    ],
  }),
})
