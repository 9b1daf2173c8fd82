/**
 * The parts of dynalite 4 that the simulator uses, typed from its sources, because it ships no types. Values have the form
 * of the wire: binary is base64.
 */
declare module 'dynalite/db/index.js' {
  /** A value under the name of its type. */
  export interface Value {
    S?: string
    N?: string
    NS?: string[]
    B?: string
    BOOL?: boolean
    NULL?: true
    SS?: string[]
    BS?: string[]
    L?: Value[]
    M?: Item
  }
  export type Item = Record<string, Value>

  export type Path = (string | number)[]
  /** A document path, a value, or an operator or function with its operands. */
  export type Operand = Path | Value | { type: string; args: Operand[] }

  /** The parameters of a request, by the names of DynamoDB's API. dynalite's `checkTypes` has checked their shapes. */
  export interface Input {
    TableName: string
    Key?: Item
    Item?: Item
    ReturnValues?: 'ALL_NEW'
    ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE'
    ReturnConsumedCapacity?: 'INDEXES' | 'TOTAL' | 'NONE'
    ConsistentRead?: boolean
    IndexName?: string
    ExclusiveStartKey?: Item
    KeyConditions?: Record<string, { AttributeValueList: Value[] }>
    ExpressionAttributeValues?: Item
    UpdateExpression?: string
    ProjectionExpression?: string
    ConditionExpression?: string
    KeyConditionExpression?: string
    FilterExpression?: string
    /** The expressions, parsed by `checkValidations`. A path of one name may be that string. */
    _updates?: { sections: { type: string; path: Path; val?: Operand }[] }
    _projection?: { paths: (string | Path)[] }
    _condition?: { expression: Operand }
    _keyCondition?: { expression: Operand }
    _filter?: { expression: Operand; pathHeads: Record<string, true> }
  }

  export interface Answer {
    Item?: Item
    Attributes?: Item
    ConsumedCapacity?: { TableName: string; CapacityUnits: number }
  }

  /** A refusal that DynamoDB would answer. Any other error is a fault of the simulator. */
  export interface Refusal extends Error {
    statusCode: number
    body: { __type: string; message: string }
  }

  export type Done<Value = unknown> = (error?: Error | null, value?: Value) => void

  export interface Table {
    TableName: string
    TableStatus: string
    KeySchema: { AttributeName: string }[]
    GlobalSecondaryIndexes?: Index[]
  }

  export interface Index {
    IndexName: string
    IndexStatus: string
    KeySchema: { AttributeName: string }[]
    Projection: { ProjectionType: string; NonKeyAttributes?: string[] }
  }

  export interface Part<Value> {
    lock(key: string, whenLocked: (release: (done: Done) => Done) => void): void
    get(key: string, done: Done<Value>): void
    put(key: string, value: Value, done: Done): void
    del(key: string, done: Done): void
  }

  export type Write = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string }

  export interface Store {
    db: {
      open(): Promise<void>
      close(): Promise<void>
      get<Value>(key: string): Promise<Value | undefined>
      batch(writes: readonly Write[]): Promise<void>
      iterator<Value>(range: { gt: string; lt: string }): AsyncIterable<[key: string, value: Value]>
    }
    tableDb: Part<Table>
    /** `false` says why a table is not found in other words. */
    getTable(name: string, ...rest: [done: Done<Table>] | [checkStatus: false, done: Done<Table>]): void
    getItemDb(table: string): Part<Item>
    getIndexDb(kind: 'Local' | 'Global', table: string, index: string): Part<Item>
  }

  export type Action = (store: Store, input: Input, done: Done<Answer>) => void

  export function create(options: { path?: string; createTableMs: number }): Store
  export function createKey(key: Item, table: Table): string
  export function getIndexActions(
    indexes: readonly Index[],
    before: Item | null,
    after: Item | null,
    table: Table,
  ): { puts: { index: string; key: string; item: Item }[]; deletes: { index: string; key: string }[] }
  export function itemSize(item: Item): number
  export function validateKey(key: Item, table: Table): Refusal | undefined
  export function validationError(message: string): Refusal
}

declare module 'dynalite/actions/*.js' {
  import type { Action } from 'dynalite/db/index.js'

  const action: Action
  export default action
}

declare module 'dynalite/validations/index.js' {
  import type { Store } from 'dynalite/db/index.js'

  export interface Rule {
    type: string
    children?: Types | Rule | string
    [constraint: string]: unknown
  }
  export type Types = Record<string, Rule | string>

  /** Drops what the types do not know. Throws a SerializationException. */
  export function checkTypes<Checked>(body: object, types: Types): Checked
  /** Adds the parsed expressions to the input. Throws a ValidationException. */
  export function checkValidations<Checked>(
    input: Checked,
    types: Types,
    custom: ((input: Checked, store: Store) => string | undefined) | undefined,
    store: Store,
  ): void
}

declare module 'dynalite/validations/*.js' {
  import type { Input, Store } from 'dynalite/db/index.js'
  import type { Types } from 'dynalite/validations/index.js'

  export const types: Types
  /** Says in DynamoDB's words what is wrong with the input. */
  export const custom: ((input: Input, store: Store) => string | undefined) | undefined
}
