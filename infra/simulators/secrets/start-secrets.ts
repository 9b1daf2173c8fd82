import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { type LoopbackServer, serveLoopback } from '../loopback-server.ts'

const question = z.object({ SecretId: z.string() })

/** Starts a server with Secrets Manager's GetSecretValue and no other call, in the AWS JSON 1.1 protocol, on a free port. */
export async function startSecretsManager(secrets: Readonly<Record<string, string>>): Promise<LoopbackServer> {
  const madeAt = Date.now() / 1000
  return serveLoopback(async (request, response) => {
    const answer = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(content))
    const body = await text(request)
    const call = String(request.headers['x-amz-target'])
    if (call !== 'secretsmanager.GetSecretValue') {
      answer(400, {
        __type: 'UnknownOperationException',
        message: `The Secrets Manager simulator does not know ${call}`,
      })
      return
    }
    const { SecretId } = question.parse(JSON.parse(body))
    const secret = secrets[SecretId]
    if (secret === undefined) {
      answer(400, { __type: 'ResourceNotFoundException', Message: "Secrets Manager can't find the specified secret." })
      return
    }
    answer(200, {
      ARN: `arn:aws:secretsmanager:us-east-1:000000000000:secret:${SecretId}`,
      Name: SecretId,
      SecretString: secret,
      VersionId: 'local',
      VersionStages: ['AWSCURRENT'],
      CreatedDate: madeAt,
    })
  }, 0)
}
