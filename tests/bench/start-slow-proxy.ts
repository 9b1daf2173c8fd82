import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createSecureServer } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a key and a certificate for `localhost` with `openssl`, because browsers support HTTP/2 only over TLS. */
function ownKey() {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-key-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', cert],
      {
        stdio: 'ignore',
      },
    )
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Returns the argument with which Chromium trusts the keys of these proxies. Chromium caches nothing from a server whose key it
 * distrusts.
 */
export function trustArgument(fronts: readonly { cert: Buffer }[]) {
  const hashes = fronts.map(({ cert }) => {
    const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    return createHash('sha256').update(key).digest('base64')
  })
  return `--ignore-certificate-errors-spki-list=${hashes.join(',')}`
}

export type SlowProxy = Awaited<ReturnType<typeof startSlowProxy>>

/**
 * Starts an HTTP/2 proxy in front of `origin`. It delays every response by the returned object's `heldMs`, which is 0 at first, and
 * counts in `sentBytes` the bytes of their bodies, compressed as they are sent.
 */
export async function startSlowProxy(origin: string) {
  const own = ownKey()
  const front = { address: '', heldMs: 0, sentBytes: 0, cert: own.cert, close: () => server.close() }
  const server = createSecureServer({ ...own, allowHTTP1: true }, (received, response) => {
    const headers = Object.fromEntries(Object.entries(received.headers).filter(([name]) => !name.startsWith(':')))
    const onward = request(new URL(received.url, origin), { method: received.method, headers }, (answer) => {
      const { connection, 'keep-alive': _, 'transfer-encoding': __, ...rest } = answer.headers
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        setTimeout(() => {
          if (response.stream?.destroyed) return
          response.writeHead(answer.statusCode ?? 502, rest)
          const body = Buffer.concat(chunks)
          front.sentBytes += body.length
          response.end(body)
        }, front.heldMs)
      })
    })
    received.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  front.address = `https://localhost:${typeof address === 'object' && address ? address.port : 0}`
  return front
}
