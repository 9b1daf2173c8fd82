import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts'

const question = z.object({ Name: z.string(), Value: z.optional(z.string()), Overwrite: z.optional(z.boolean()) })

/**
 * Starts a server with GetParameter and PutParameter of Systems Manager and no other call, in the AWS JSON 1.1 protocol, on a free
 * port. It keeps the parameters in memory.
 */
export async function startParameters(): Promise<LoopbackServer> {
  const parameters = new Map<string, { value: string; version: number }>()

  function reply(call: string, { Name, Value, Overwrite = false }: z.output<typeof question>): [number, object] {
    const found = parameters.get(Name)
    if (call === 'AmazonSSM.GetParameter') {
      if (!found) return [400, { __type: 'ParameterNotFound', message: '' }]
      return [200, { Parameter: { Name, Type: 'String', Value: found.value, Version: found.version } }]
    }
    if (call !== 'AmazonSSM.PutParameter')
      return [
        400,
        { __type: 'UnknownOperationException', message: `The simulator of parameters does not know ${call}` },
      ]
    if (!Value) return [400, { __type: 'ValidationException', message: 'Value is empty' }]
    if (found && !Overwrite)
      return [400, { __type: 'ParameterAlreadyExists', message: 'The parameter already exists.' }]
    const version = (found?.version ?? 0) + 1
    parameters.set(Name, { value: Value, version })
    return [200, { Version: version, Tier: 'Standard' }]
  }

  return serveLoopback(async (request, response) => {
    const body = await text(request)
    const [status, content] = reply(String(request.headers['x-amz-target']), question.parse(JSON.parse(body)))
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(content))
  }, 0)
}
