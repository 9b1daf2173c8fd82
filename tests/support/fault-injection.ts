import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Handler } from '#functions/http/handler.ts'
import type { TestResponse } from './test-app.ts'
import { type AwsRequest, type Handle, sdkSender } from './without-sockets.ts'

/**
 * What can happen to a call to AWS, which the SDK may attempt several times. A fault whose name ends with `Once` hits only the
 * first attempt; other faults hit every attempt. With `diesBefore` and `diesAfter`, the process dies before the call or after it
 * took effect. It then does nothing more, and its caller gets the gateway's 502.
 */
export const faultKinds = [
  'throttledOnce',
  'throttled',
  'timesOut',
  'fails',
  'unreadable',
  'isReset',
  'isUnreachable',
  'answerLostOnce',
  'answerLost',
  'diesBefore',
  'diesAfter',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** A fault: the response of the first attempt is lost, and `meanwhile` runs before the second attempt. */
interface LostMeanwhile {
  meanwhile: () => Promise<unknown>
}

/**
 * Chooses the fault for a call to AWS by the number of the call within the request, counted from 1, and by its operation. Undefined
 * for no fault.
 */
export type ChooseFault = (call: number, operation: string) => FaultKind | LostMeanwhile | undefined

interface AwsCall {
  operation: string
  fault: FaultKind | LostMeanwhile | undefined
  tries: number
}

interface Plan {
  choose: ChooseFault
  /** The calls to AWS by the id that the SDK gives to all attempts of one call. */
  calls: Map<string, AwsCall>
  isDead: boolean
  dead: Promise<void>
  die(): void
}

function openPlan(choose: ChooseFault): Plan {
  const { promise, resolve } = Promise.withResolvers<void>()
  const plan: Plan = {
    choose,
    calls: new Map(),
    isDead: false,
    dead: promise,
    die() {
      plan.isDead = true
      resolve()
    },
  }
  return plan
}

const header = 'x-fault-plan'

/**
 * Returns the name of the operation that a request asks for, such as `GetItem`, `GetSecretValue` or `SendEmail`. A request to S3 is
 * named by its HTTP method, such as `S3 PUT`.
 */
function operationOf({ headers, method }: AwsRequest) {
  const target = headers['x-amz-target']
  if (target) return target.split('.').at(-1) ?? ''
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') ? 'SendEmail' : `S3 ${method}`
}

const answerOf = (statusCode: number, type: string, body: string) => ({
  response: { statusCode, headers: { 'content-type': type }, body: Readable.from([Buffer.from(body)]) },
})

const amzJson = 'application/x-amz-json-1.0'
const xmlError = (kind: string, code: string) => `<${kind}><Error><Code>${code}</Code></Error></${kind}>`

function throttling(operation: string) {
  if (operation.startsWith('S3')) return answerOf(503, 'application/xml', '<Error><Code>SlowDown</Code></Error>')
  if (operation === 'SendEmail') return answerOf(400, 'text/xml', xmlError('ErrorResponse', 'Throttling'))
  return answerOf(400, amzJson, '{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException"}')
}

function failing(operation: string) {
  if (operation.startsWith('S3')) return answerOf(500, 'application/xml', '<Error><Code>InternalError</Code></Error>')
  if (operation === 'SendEmail') return answerOf(500, 'text/xml', xmlError('ErrorResponse', 'InternalFailure'))
  return answerOf(500, amzJson, '{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError"}')
}

/** Makes an error like those of the SDK's HTTP client in Node. */
const broken = (code: string) => Object.assign(new Error('broken'), { code, name: 'TimeoutError' })

interface Try {
  operation: string
  die: () => void
  go: () => ReturnType<Handle>
}

const { random } = Math

const forever = new Promise<never>(() => undefined)

async function strike(kind: FaultKind, { operation, die, go }: Try): ReturnType<Handle> {
  switch (kind) {
    case 'throttled':
    case 'throttledOnce':
      return throttling(operation)
    case 'fails':
      return failing(operation)
    case 'unreadable':
      return answerOf(503, 'text/html', '<html><h1>503 Service Unavailable</h1></html>')
    case 'timesOut':
      throw broken('ETIMEDOUT')
    case 'isReset':
      throw broken('ECONNRESET')
    case 'isUnreachable':
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    case 'answerLost':
    case 'answerLostOnce': {
      const { response } = await go()
      if (response.body instanceof Readable) await buffer(response.body)
      throw broken('ECONNRESET')
    }
    case 'diesBefore':
      die()
      return forever
    case 'diesAfter':
      await go()
      die()
      return forever
  }
}

const isOnce = (fault: FaultKind | LostMeanwhile) => typeof fault !== 'string' || fault.endsWith('Once')

interface Struck {
  answer: TestResponse
  /** The AWS calls that the request made, in order. A call that was retried is listed once. */
  operations: string[]
}

/**
 * Prepares to make the AWS calls of chosen requests fail. The app must be opened with the returned `around`, and `strike` sends a
 * request whose calls fail as `choose` says. Other requests that run at the same time, and the test's own calls to the table, are
 * not affected. No fault strikes the operations in `spared`.
 */
export function openFaultInjection({ spared = new Set() }: { spared?: ReadonlySet<string> } = {}) {
  const running = new AsyncLocalStorage<Plan>()
  const plans = new Map<string, Plan>()
  const { handle } = sdkSender
  sdkSender.handle = function (request, options) {
    const plan = running.getStore()
    const go = () => handle.call(this, request, options)
    const operation = operationOf(request)
    if (!plan || spared.has(operation)) return go()
    if (plan.isDead) return forever
    const id = request.headers['amz-sdk-invocation-id'] ?? ''
    const call = plan.calls.get(id) ?? { operation, fault: plan.choose(plan.calls.size + 1, operation), tries: 0 }
    plan.calls.set(id, call)
    call.tries++
    const { fault } = call
    if (!fault || (call.tries > 1 && isOnce(fault))) return go()
    const { die } = plan
    if (typeof fault === 'string') return strike(fault, { operation, die, go })
    const goAndLose = async () => {
      const gone = await go()
      await running.exit(fault.meanwhile)
      return gone
    }
    return strike('answerLostOnce', { operation, die, go: goAndLose })
  }

  return {
    around:
      (handler: Handler): Handler =>
      (event) => {
        const plan = plans.get(event.headers[header] ?? '')
        if (!plan) return handler(event)
        const dead = plan.dead.then(() => ({ statusCode: 502, body: '' }))
        return Promise.race([running.run(plan, () => handler(event)), dead])
      },
    async strike(
      choose: ChooseFault,
      send: (headers: Record<string, string>) => Promise<TestResponse>,
    ): Promise<Struck> {
      const id = randomUUID()
      const plan = openPlan(choose)
      plans.set(id, plan)
      // The SDK waits for a random time before its next attempt. In `npm test`, it does not wait.
      if (!process.env.PROOF) Math.random = () => 0
      try {
        const answer = await send({ [header]: id })
        return { answer, operations: [...plan.calls.values()].map(({ operation }) => operation) }
      } finally {
        plans.delete(id)
        Math.random = random
      }
    },
    close() {
      sdkSender.handle = handle
    },
  }
}
export type FaultInjection = ReturnType<typeof openFaultInjection>
