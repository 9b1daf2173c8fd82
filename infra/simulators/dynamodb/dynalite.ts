import { createRequire } from 'node:module'

/*
 * All that the simulator uses of dynalite. dynalite has no public interface except its HTTP server, so this file imports internal
 * modules, and no other file does. package.json therefore names one exact version of dynalite, and the tests of this package must
 * pass before another version is used. The types are written from dynalite's sources, because it ships none. Values have the form
 * in which DynamoDB sends them (binary is base64), but strings as `byte-text.ts` makes them.
 */

/** A value in DynamoDB's JSON, under the name of its type. */
export interface DynamodbValue {
  S?: string
  N?: string
  NS?: string[]
  B?: string
  BOOL?: boolean
  NULL?: true
  SS?: string[]
  BS?: string[]
  L?: DynamodbValue[]
  M?: DynamodbItem
}
export type DynamodbItem = Record<string, DynamodbValue>

type Path = (string | number)[]
/** A document path, a value, or an operator or function with its operands. */
export type ExpressionOperand = Path | DynamodbValue | { type: string; args: ExpressionOperand[] }

/** The parameters of a request, by the names of DynamoDB's API. dynalite's `checkTypes` has checked their shapes. */
export interface ActionInput {
  TableName: string
  Key?: DynamodbItem
  Item?: DynamodbItem
  ReturnValues?: 'ALL_NEW'
  ReturnValuesOnConditionCheckFailure?: 'ALL_OLD' | 'NONE'
  ReturnConsumedCapacity?: 'INDEXES' | 'TOTAL' | 'NONE'
  ConsistentRead?: boolean
  IndexName?: string
  ExclusiveStartKey?: DynamodbItem
  KeyConditions?: Record<string, { AttributeValueList: DynamodbValue[] }>
  ExpressionAttributeValues?: DynamodbItem
  UpdateExpression?: string
  ProjectionExpression?: string
  ConditionExpression?: string
  KeyConditionExpression?: string
  FilterExpression?: string
  /** The expressions, parsed by `checkValidations`. A path with a single name may be a plain string. */
  _updates?: { sections: { type: string; path: Path; val?: ExpressionOperand }[] }
  _projection?: { paths: (string | Path)[] }
  _condition?: { expression: ExpressionOperand }
  _keyCondition?: { expression: ExpressionOperand }
  _filter?: { expression: ExpressionOperand; pathHeads: Record<string, true> }
}

export interface ActionAnswer {
  Item?: DynamodbItem
  Attributes?: DynamodbItem
  ConsumedCapacity?: { TableName: string; CapacityUnits: number }
}

/** An error with which DynamoDB itself would answer a request. Any other error is a fault of the simulator. */
export interface DynamodbRefusal extends Error {
  statusCode: number
  body: { __type: string; message: string }
}

export type Callback<Value = unknown> = (error?: Error | null, value?: Value) => void

export interface TableDescription {
  TableName: string
  TableStatus: string
  KeySchema: { AttributeName: string }[]
  GlobalSecondaryIndexes?: IndexDescription[]
}

export interface IndexDescription {
  IndexName: string
  IndexStatus: string
  KeySchema: { AttributeName: string }[]
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] }
}

export interface DynaliteSubstore<Value> {
  lock(key: string, whenLocked: (release: (done: Callback) => Callback) => void): void
  get(key: string, done: Callback<Value>): void
  put(key: string, value: Value, done: Callback): void
  del(key: string, done: Callback): void
}

export type StoreWrite = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string }

export interface DynaliteStore {
  db: {
    open(): Promise<void>
    close(): Promise<void>
    get<Value>(key: string): Promise<Value | undefined>
    batch(writes: readonly StoreWrite[]): Promise<void>
    iterator<Value>(range: { gt: string; lt: string }): AsyncIterable<[key: string, value: Value]>
  }
  tableDb: DynaliteSubstore<TableDescription>
  /**
   * Finds a table. With `false`, also finds a table that is being created or deleted, and names the table in the error if it is
   * missing.
   */
  getTable(
    name: string,
    ...rest: [done: Callback<TableDescription>] | [checkStatus: false, done: Callback<TableDescription>]
  ): void
  getItemDb(table: string): DynaliteSubstore<DynamodbItem>
  getIndexDb(kind: 'Local' | 'Global', table: string, index: string): DynaliteSubstore<DynamodbItem>
}

export type DynaliteOperation = (store: DynaliteStore, input: ActionInput, done: Callback<ActionAnswer>) => void

export interface ParameterRule {
  type: string
  children?: ParameterRules | ParameterRule | string
  [constraint: string]: unknown
}
export type ParameterRules = Record<string, ParameterRule | string>

/** The rules for the parameters of an operation. */
interface OperationRules {
  types: ParameterRules
  /** Returns what is wrong with the input, in DynamoDB's words. */
  custom: ((input: ActionInput, store: DynaliteStore) => string | undefined) | undefined
}

interface Database {
  create(options: { path?: string; createTableMs: number }): DynaliteStore
  createKey(key: DynamodbItem, table: TableDescription): string
  getIndexActions(
    indexes: readonly IndexDescription[],
    before: DynamodbItem | null,
    after: DynamodbItem | null,
    table: TableDescription,
  ): { puts: { index: string; key: string; item: DynamodbItem }[]; deletes: { index: string; key: string }[] }
  itemSize(item: DynamodbItem): number
  validateKey(key: DynamodbItem, table: TableDescription): DynamodbRefusal | undefined
  validationError(message: string): DynamodbRefusal
}

interface Validation {
  /** Drops parameters that the types do not name. Throws a SerializationException if a parameter has the wrong type. */
  checkTypes<Checked>(body: object, types: ParameterRules): Checked
  /** Adds the parsed expressions to the input. Throws a ValidationException if the input breaks a rule. */
  checkValidations<Checked>(
    input: Checked,
    types: ParameterRules,
    custom: ((input: Checked, store: DynaliteStore) => string | undefined) | undefined,
    store: DynaliteStore,
  ): void
}

const require = createRequire(import.meta.url)

export const {
  create: createDynaliteStore,
  createKey: createStoreKey,
  getIndexActions,
  itemSize,
  validateKey: findKeyRefusal,
  validationError,
}: Database = require('dynalite/db')

export const { checkTypes, checkValidations }: Validation = require('dynalite/validations')

interface Operation {
  action: DynaliteOperation
  rules: OperationRules
}

const operation = (name: string): Operation => ({
  action: require(`dynalite/actions/${name}`),
  rules: require(`dynalite/validations/${name}`),
})

/** The operations of dynalite that the simulator uses. */
export const dynalite = {
  batchGetItem: operation('batchGetItem'),
  batchWriteItem: operation('batchWriteItem'),
  createTable: operation('createTable'),
  deleteItem: operation('deleteItem'),
  describeTable: operation('describeTable'),
  getItem: operation('getItem'),
  listTables: operation('listTables'),
  putItem: operation('putItem'),
  query: operation('query'),
  scan: operation('scan'),
  updateItem: operation('updateItem'),
}
