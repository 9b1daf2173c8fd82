import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { serveLoopback } from '@carelane/simulators/loopback-server'
import type { WebResponder } from '#infra/local/create-web-files-responder.ts'

interface Replacement {
  body: string
  headers?: Readonly<Record<string, string>>
}

/**
 * Starts a server of its own in front of the product. A test can take its network away, which a service worker notices too, replace
 * files, and let it name another release, as after a deploy.
 */
export async function serveFront(product: string) {
  const replaced = new Map<string, Replacement>()
  /**
   * `gate` holds back all answers, except the one to the check for a new worker, until it resolves. `web` serves the files of another
   * build in place of the product's.
   */
  const state: { isDown: boolean; release: string; gate: Promise<void> | undefined; web: WebResponder | undefined } = {
    isDown: false,
    release: '',
    gate: undefined,
    web: undefined,
  }
  /** The paths that browsers have requested, in order. */
  const requested: string[] = []
  const target = new URL(product)

  /** Gives the documents and the worker of the product the name of the other release. */
  const renamed = (path: string, text: string) =>
    path === '/sw.js'
      ? // Browsers compare workers byte by byte, and Workbox fetches a document again when its revision has changed.
        text.replace(/"revision":"[^"]*"/g, `"revision":"${state.release}"`)
      : text.replace(/<meta name="release" content="[^"]*"/, `<meta name="release" content="${state.release}"`)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (state.isDown) {
      request.socket.destroy()
      return
    }
    const path = new URL(request.url ?? '/', target).pathname
    requested.push(path)
    if (path !== '/sw.js') await state.gate
    const other = replaced.get(path)
    if (other) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache', ...other.headers })
      response.end(other.body)
      return
    }
    if (state.web && path !== '/config.json' && !/^\/(api|t)\//.test(path)) {
      response.setHeader('x-release', state.release)
      await state.web(request, response, path)
      return
    }
    const isRenamed =
      state.release !== '' &&
      !state.web &&
      (path === '/sw.js' || path.endsWith('.html') || request.headers.accept?.includes('text/html'))
    const headers = { ...request.headers }
    if (isRenamed) {
      headers['accept-encoding'] = 'identity'
      // The browser may have the file of the other release already.
      delete headers['if-none-match']
    }
    await new Promise<void>((resolve) => {
      const forwarded = forward(
        { host: target.hostname, port: target.port, method: request.method, path: request.url, headers },
        (answered) => {
          const sent = { ...answered.headers, ...(state.release && { 'x-release': state.release }) }
          answered.on('end', resolve)
          if (!isRenamed || request.method === 'HEAD') {
            response.writeHead(answered.statusCode ?? 502, sent)
            answered.pipe(response)
            return
          }
          const parts: Buffer[] = []
          answered.on('data', (part: Buffer) => parts.push(part))
          answered.on('end', () => {
            const { 'content-length': _, etag: __, ...others } = sent
            response.writeHead(answered.statusCode ?? 502, others)
            response.end(renamed(path, Buffer.concat(parts).toString()))
          })
        },
      )
      forwarded.on('error', () => {
        response.destroy()
        resolve()
      })
      request.pipe(forwarded)
    })
  }

  const server = await serveLoopback(answer, 0)
  return {
    /** The product's address through this server. Cookies ignore the port, so a session counts at both. */
    origin: `http://localhost:${server.port}`,
    state,
    requested,
    /** Answers this path with another text. */
    replace: (path: string, replacement: Replacement) => replaced.set(path, replacement),
    close: server.close,
  }
}

export type Front = Awaited<ReturnType<typeof serveFront>>
