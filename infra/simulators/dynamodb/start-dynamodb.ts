import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, serveInFrontOf } from '../loopback-server.ts'
import { encodeAnswerBody, parseBodyAsByteStrings } from './byte-text.ts'
import { withCachedTableDescriptions } from './cached-tables.ts'
import { createDynaliteStore, type DynaliteStore } from './dynalite.ts'
import { type DynamodbOperation, dynamodbOperations } from './operations.ts'
import { openRequestTokens, type RequestTokens } from './request-tokens.ts'
import { isDynamodbRefusal } from './run-action.ts'
import type { OnPut } from './write-turn.ts'

export type { OnPut }

interface DynamodbOptions {
  /**
   * The data folder, which is created if it is missing. Only one process at a time can use it. With `:memory:` the data disappears
   * with the process.
   */
  dataDir: string
  /** 0 means any free port. */
  port?: number
  /** Receives faults of the simulator itself, which its callers see as InternalServerError. */
  log?: (line: string) => void
  onPut?: OnPut
  /** The time in milliseconds since 1970, by which ClientRequestTokens expire. */
  now?: () => number
}

/** Thrown if the data folder cannot be used. The message says why, and what to do. `cause` is LevelDB's own error. */
export class DataFolderError extends Error {
  override name = 'DataFolderError'
}

const bodyLimit_bytes = 16 * 1024 * 1024

/**
 * Starts DynamoDB in this process: dynalite's operations, corrected, and transactions. A kill leaves every write either whole or
 * undone. Rejects with DataFolderError if the data folder cannot be used, and with `EADDRINUSE` if the port is taken.
 */
export async function startDynamodb({
  dataDir,
  port = 0,
  log = console.error,
  onPut = () => undefined,
  now = Date.now,
}: DynamodbOptions): Promise<{ endpoint: string; close(): Promise<void> }> {
  const store = createDynaliteStore({ createTableMs: 0, ...(dataDir !== ':memory:' && { path: dataDir }) })
  const tokens = await opened(store, now).catch((error: unknown) => {
    throw new DataFolderError(`The data folder ${dataDir} ${trouble(error)}`, { cause: error })
  })
  const answerTo = answering(dynamodbOperations(withCachedTableDescriptions(store), tokens, onPut), log)
  const { origin, close } = await serveInFrontOf(
    store.db,
    (request, response) => serve(answerTo, request, response),
    port,
  )
  return { endpoint: origin, close }
}

async function opened(store: DynaliteStore, now: () => number): Promise<RequestTokens> {
  await store.db.open()
  return openRequestTokens(store, now)
}

/**
 * Returns the end of the sentence that says why the data folder cannot be used. For a problem of its own, LevelDB sets a code on
 * the error's cause. If the file system refused, the cause is the file system's error.
 */
function trouble(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'LEVEL_LOCKED') {
    return 'is in use by another process, probably a Carelane that is still running. Stop it or use another folder'
  }
  if (code === 'LEVEL_CORRUPTION') {
    return 'is damaged. Restore a copy, or delete it to start with an empty table'
  }
  return `cannot be read or written: ${cause instanceof Error ? cause.message : String(cause)}`
}

type AnswerTo = (name: string, body: Buffer) => Promise<{ status: number; answer: object }>

async function serve(answerTo: AnswerTo, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', '')
  const body = await readBody(request, bodyLimit_bytes)
  const { status, answer } = body ? await answerTo(name, body) : { status: 413, answer: {} }
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() })
    .end(encodeAnswerBody(answer))
}

function answering(operations: ReadonlyMap<string, DynamodbOperation>, log: (line: string) => void): AnswerTo {
  return async (name, body) => {
    const operation = operations.get(name)
    if (!operation) return refused('com.amazon.coral.service#UnknownOperationException')
    const input = parsed(body)
    if (!input) return refused('com.amazon.coral.service#SerializationException')
    try {
      return { status: 200, answer: await operation(input) }
    } catch (error) {
      if (isDynamodbRefusal(error)) return { status: error.statusCode, answer: error.body }
      log(`DynamoDB simulator: ${name} failed: ${error instanceof Error ? error.stack : error}`)
      return { ...refused('com.amazonaws.dynamodb.v20120810#InternalServerError'), status: 500 }
    }
  }
}

const refused = (__type: string) => ({ status: 400, answer: { __type } })

function parsed(body: Buffer): object | undefined {
  try {
    const input = parseBodyAsByteStrings(body)
    return typeof input === 'object' && input !== null ? input : undefined
  } catch {
    return undefined
  }
}
