import { createServer } from 'node:net'

const names = ['CARELANE_E2E_PORT', 'CARELANE_E2E_MAIL_PORT', 'CARELANE_E2E_S3_PORT'] as const

/** Returns a port that is free now. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Returns the ports of this run's web app, mailbox and S3. They are chosen once, and the processes of the browser tests inherit
 * them.
 */
export async function testRunPorts() {
  for (const name of names) process.env[name] ??= String(await freePort())
  const [port, mailPort, s3Port] = names.map((name) => process.env[name] ?? '')
  return { port, mailPort, s3Port }
}
