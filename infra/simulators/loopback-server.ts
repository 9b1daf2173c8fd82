import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface LoopbackServer {
  /** For example `http://127.0.0.1:3002`. */
  origin: string
  port: number
  /** Refuses new requests and waits for those in flight. */
  close(): Promise<void>
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const host = '127.0.0.1'

/** Starts a server on the loopback interface only; port 0 means any free port. Rejects with `EADDRINUSE` if the port is taken. */
export async function serveLoopback(answer: Handler, port: number): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // An incomplete request means that the caller has hung up, which is not our failure.
      if (request.complete) console.error(error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  await listenOn(server, port)
  return { ...serverAddress(server), close: () => closeServer(server) }
}

const servers = new Map<string, Server>()

/** Rejects with `EADDRINUSE` if the port is taken. */
export async function listenOn(server: Server, port: number, onHost = host): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, onHost, resolve)
  })
  servers.set(serverAddress(server).origin, server)
}

/** Returns the server of this process that listens at an origin, which callers in this process reach without a socket. */
export const findLoopbackServer = (origin: string): Server | undefined => servers.get(origin)

/** Starts a loopback server in front of a service. The service is closed with the server, and also if the server cannot start. */
export async function serveInFrontOf(
  service: { close(): Promise<void> },
  answer: Handler,
  port: number,
): Promise<LoopbackServer> {
  try {
    const server = await serveLoopback(answer, port)
    return {
      ...server,
      async close() {
        await server.close()
        await service.close()
      },
    }
  } catch (error) {
    await service.close()
    throw error
  }
}

export function serverAddress(server: Server): { origin: string; port: number } {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no TCP address')
  return { origin: `http://${host}:${address.port}`, port: address.port }
}

export async function closeServer(server: Server): Promise<void> {
  servers.delete(serverAddress(server).origin)
  // A connection that is kept alive would delay closing the server.
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())))
  clearInterval(sweep)
}

/** Returns the whole body, or undefined if it is longer than `limit` bytes. Bytes beyond the limit are read and dropped. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= limit) chunks.push(chunk)
    else chunks.length = 0
  }
  return length <= limit ? Buffer.concat(chunks) : undefined
}
