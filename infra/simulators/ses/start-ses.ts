import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { closeServer, type LoopbackServer, readBody, serveInFrontOf, serverAddress } from '../loopback-server.ts'
import { type MailboxMail, mailAsFile, mailStoreSchema, openMailbox } from './mailbox.ts'
import { findMailRefusal, type MailRefusal, refusalXml } from './refuse-mail.ts'
import { type SesTags, simulatedFeedbackEvent } from './simulated-feedback-event.ts'

// `import` finds the default export of aws-ses-v2-local under `default.default`, which its types do not say.
const require = createRequire(import.meta.url)
const { default: startSimulator }: typeof import('aws-ses-v2-local') = require('aws-ses-v2-local')

const wordsSchema = z.array(z.string())

/** Returns the words of an operator's command. Undefined if the body is no JSON list of texts. */
function wordsOf(body: Buffer): string[] | undefined {
  try {
    return wordsSchema.safeParse(JSON.parse(body.toString())).data
  } catch {
    return undefined
  }
}

const longestBody_bytes = 25 * 1024 * 1024

export interface SesOptions {
  dataDir: string
  port: number
  /** The verified addresses and domains. Only they and the subdomains of these domains can send. */
  identities: readonly string[]
  /** Receives the events about emails to SES's mailbox simulator before the call that sent the mail gets its response. */
  onFeedback?: ((event: object) => Promise<void>) | undefined
  /**
   * Carries out an operator's command, which a program on this machine posts to `/operate` as a JSON list of words, and resolves to
   * the text for the operator. `isDone` is false if the command was refused.
   */
  onOperate?: ((words: readonly string[]) => Promise<{ isDone: boolean; text: string }>) | undefined
}

interface ShownText {
  from: string
  to: string
  body: string
}

interface SesServer extends LoopbackServer {
  /** Puts a text message onto the mailbox page, where a developer looks for whatever the product sends. */
  showText(message: ShownText): void
}

/**
 * Starts SES with a mailbox page. The package `aws-ses-v2-local` accepts any mail and loses it when its process ends, so this
 * server refuses emails as SES does and keeps the accepted ones. A mail is in the data folder before the sender gets the response.
 */
export async function startSes({ dataDir, port, identities, onFeedback, onOperate }: SesOptions): Promise<SesServer> {
  const mailbox = openMailbox(dataDir === ':memory:' ? undefined : join(dataDir, 'mails.jsonl'))
  const ses = await startSimulator({ host: '127.0.0.1', port: 0 })
  const { origin } = serverAddress(ses)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, longestBody_bytes)
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (!body) response.writeHead(413).end()
    else if (request.method === 'GET') await show(pathname, searchParams, response)
    else if (pathname === '/clear-store') {
      mailbox.clear()
      sendJson(response, 200, { message: 'Store cleared' })
    } else if (pathname === '/operate') await operate(request, body, response)
    else await send(request, body, response)
  }

  async function operate(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const words = isFromTerminal(request) && onOperate ? wordsOf(body) : undefined
    const outcome = words && (await onOperate?.(words))
    const plain = { 'content-type': 'text/plain; charset=utf-8' }
    response.writeHead(outcome ? (outcome.isDone ? 200 : 400) : 403, plain).end(outcome?.text ?? '')
  }

  /** Serves the mailbox page and the requests that the page makes. */
  async function show(pathname: string, query: URLSearchParams, response: ServerResponse): Promise<void> {
    if (pathname === '/store') {
      const since = Number(query.get('since') ?? 0)
      const to = query.get('to')
      const isRequested = ({ at, destination }: MailboxMail) =>
        at >= since && (to === null || destination.to.includes(to))
      sendJson(response, 200, { templates: {}, emails: mailbox.mails().filter(isRequested) })
    } else if (pathname === '/get-emlContent') {
      const mail = mailbox.mails().find(({ messageId }) => messageId === query.get('messageId'))
      if (mail) sendJson(response, 200, await mailAsFile(mail))
      else sendJson(response, 400, { message: 'Email not found within the store' })
    } else await passOn(await fetch(`${origin}${pathname}`), response)
  }

  async function send(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, body, identities)
    if (refusal) {
      response.writeHead(400, { 'content-type': 'text/xml' }).end(refusalXml(refusal))
      return
    }
    const { authorization, 'content-type': type } = request.headers
    const sentAt_seconds = Math.floor(Date.now() / 1000)
    const answer = await fetch(origin, {
      method: 'POST',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      body: new Uint8Array(body),
    })
    if (answer.ok) await keep(await answer.clone().text(), sentAt_seconds, body)
    await passOn(answer, response)
  }

  /** Puts the mail that the response names into the mailbox, and reports its delivery, bounce or complaint. */
  async function keep(answer: string, sentAt_seconds: number, body: Buffer): Promise<void> {
    const [, sent] = /<MessageId>(.*)<\/MessageId>/.exec(answer) ?? []
    const { emails } = mailStoreSchema.parse(await (await fetch(`${origin}/store?since=${sentAt_seconds}`)).json())
    const mail = emails.find(({ messageId }) => messageId === sent)
    if (!mail) throw new Error(`aws-ses-v2-local has sent ${sent} and does not have it`)
    const headers = listHeaders(body)
    mailbox.add({ ...mail, ...(headers && { headers }) })
    const events = mail.destination.to.map((address) => simulatedFeedbackEvent(address, tagsOf(body)))
    for (const event of events) await onFeedback?.(event).catch(console.error)
  }

  const server = await serveInFrontOf({ close: () => closeServer(ses) }, serve, port)
  return { ...server, showText: (message) => mailbox.add(mailOf(message)) }
}

/**
 * Whether a request can only come from a program on this machine. Pages in a browser cannot post JSON here, because the server allows
 * no other origin.
 */
const isFromTerminal = ({ headers }: IncomingMessage) =>
  /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '') &&
  headers['content-type'] === 'application/json' &&
  headers.origin === undefined

function refusalOf({ url }: IncomingMessage, body: Buffer, identities: readonly string[]): MailRefusal | undefined {
  if (url !== '/')
    return { code: 'InvalidAction', message: `The SES simulator knows the first version's API, not ${url}` }
  return findMailRefusal(new URLSearchParams(body.toString()), identities)
}

/** Returns a text message in the form of an email. */
const mailOf = ({ from, to, body }: ShownText): MailboxMail => ({
  messageId: randomUUID(),
  from,
  replyTo: [],
  destination: { to: [to], cc: [], bcc: [] },
  subject: 'Text message',
  body: { text: body },
  attachments: [],
  at: Math.floor(Date.now() / 1000),
})

/**
 * Returns the `List-…` headers of a raw mail, by which its reader can unsubscribe, or undefined if the mail is not raw.
 * `aws-ses-v2-local` does not keep these headers.
 */
function listHeaders(body: Buffer): MailboxMail['headers'] {
  const raw = new URLSearchParams(body.toString()).get('RawMessage.Data')
  if (!raw) return undefined
  const [head = ''] = Buffer.from(raw, 'base64').toString().split('\r\n\r\n')
  return [...head.matchAll(/^(List-[\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value: value.trim(),
  }))
}

function tagsOf(body: Buffer): SesTags {
  const sent = new URLSearchParams(body.toString())
  const names = [...sent].filter(([name]) => /^Tags\.member\.\d+\.Name$/.test(name))
  return Object.fromEntries(names.map(([at, name]) => [name, [sent.get(at.replace(/Name$/, 'Value')) ?? '']]))
}

async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  const content = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
  response.end(content)
}

function sendJson(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(content))
}
