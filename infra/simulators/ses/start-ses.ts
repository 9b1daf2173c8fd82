import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { addressOf, closeServer, type LoopbackServer, readBody, serveLoopback } from '../loopback-server.ts'
import { keepMails } from './kept-mails.ts'
import { type Refusal, refusalXml, refuseMail } from './refuse-mail.ts'
import { simulatedFeedback } from './simulated-feedback.ts'

// `import` finds its default export under `default.default`, which its types do not say.
const require = createRequire(import.meta.url)
const { default: startSimulator }: typeof import('aws-ses-v2-local') = require('aws-ses-v2-local')
const store: typeof import('aws-ses-v2-local/dist/store.js') = require('aws-ses-v2-local/dist/store.js')

const longestBody = 25 * 1024 * 1024

export interface SesOptions {
  dataDir: string
  port: number
  /** The verified addresses and domains. Only they can send. */
  identities: readonly string[]
  /** Gets the events of mails to SES's mailbox simulator, before the call that sent them is answered. */
  onFeedback?: ((event: object) => Promise<void>) | undefined
}

/**
 * SES with a mailbox page. `aws-ses-v2-local` takes any mail, so SES's refusals stand before it. A mail is in the data folder
 * before its sending is answered. The package holds its mails in a module: a process has one mailbox.
 */
export async function startSes({ dataDir, port, identities, onFeedback }: SesOptions): Promise<LoopbackServer> {
  const kept = dataDir === ':memory:' ? undefined : keepMails(join(dataDir, 'mails.jsonl'))
  store.clearStore()
  for (const mail of kept?.read() ?? []) store.saveEmail(mail)
  const keep = () => kept?.keep(store.getStoreReadonly().emails)
  keep()
  const ses = await startSimulator({ host: '127.0.0.1', port: 0 })
  const { origin } = addressOf(ses)

  let told = store.getStoreReadonly().emails.length
  async function tellOfNew(): Promise<void> {
    const { emails } = store.getStoreReadonly()
    const events = emails.slice(told).flatMap(({ destination }) => destination.to.map((to) => simulatedFeedback(to)))
    told = emails.length
    for (const event of events) if (event) await onFeedback?.(event).catch(console.error)
  }

  function refusalOf({ url }: IncomingMessage, body: Buffer): Refusal | undefined {
    if (url !== '/')
      return { code: 'InvalidAction', message: `The SES simulator knows the first version's API, not ${url}` }
    return refuseMail(new URLSearchParams(body.toString()), identities)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, longestBody)
    if (!body) {
      response.writeHead(413).end()
      return
    }
    const refusal = request.method === 'POST' && request.url !== '/clear-store' && refusalOf(request, body)
    if (refusal) {
      response.writeHead(400, { 'content-type': 'text/xml' }).end(refusalXml(refusal))
      return
    }
    const { authorization, 'content-type': type } = request.headers
    const answer = await fetch(`${origin}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const content = Buffer.from(await answer.arrayBuffer())
    keep()
    await tellOfNew()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(content)
  }

  try {
    const server = await serveLoopback(serve, port)
    return {
      ...server,
      async close() {
        await server.close()
        await closeServer(ses)
      },
    }
  } catch (error) {
    await closeServer(ses)
    throw error
  }
}
