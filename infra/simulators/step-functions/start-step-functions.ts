import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts'

const startRequest = z.object({ stateMachineArn: z.string(), name: z.string(), input: z.string() })

/** An execution that has started: the ARN of its state machine, and its input. */
export interface StartedExecution {
  machine: string
  input: unknown
}

/**
 * Starts a server with Step Functions' StartExecution, in the AWS JSON 1.0 protocol, on a free port. It runs no state machine
 * itself: it calls `onExecution`, once for each name of an execution.
 */
export async function startStepFunctions(onExecution: (execution: StartedExecution) => void): Promise<LoopbackServer> {
  const started = new Map<string, string>()

  function start(body: unknown): [status: number, content: object] {
    const { stateMachineArn, name, input } = startRequest.parse(body)
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`
    const earlier = started.get(executionArn)
    if (earlier !== undefined && earlier !== input)
      return [400, { __type: 'ExecutionAlreadyExists', message: `Execution Already Exists: '${executionArn}'` }]
    if (earlier === undefined) {
      started.set(executionArn, input)
      onExecution({ machine: stateMachineArn, input: JSON.parse(input) })
    }
    return [200, { executionArn, startDate: Date.now() / 1000 }]
  }

  return serveLoopback(async (request, response) => {
    const body = await text(request)
    const target = String(request.headers['x-amz-target'])
    const [status, content] =
      target === 'AWSStepFunctions.StartExecution'
        ? start(JSON.parse(body))
        : [400, { __type: 'UnknownOperationException', message: `The simulator does not know ${target}` }]
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(content))
  }, 0)
}
