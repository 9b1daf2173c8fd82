import { access, constants, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { googleIssuer } from '../google-issuer.ts'
import { type ReplacementEngines, readEngines, StartProblem } from './engines.ts'

export interface StartSettings {
  port: number
  mailPort: number
  s3Port: number
  /** A folder that can be written, or ':memory:'. */
  dataDir: string
  engines: ReplacementEngines
  /** The address from which mails are sent. An SES other than the simulator must have verified it. */
  mailSender: string | undefined
  /** The number that text messages come from; '' for none. */
  smsIdentity: string
  isSeeded: boolean
  /** If true, Vite serves the sources with hot reload; otherwise a finished build is served. */
  isDevelopment: boolean
  /** Sign-in with Google: a Google client, another issuer, or 'emulated', which starts a simulated issuer. */
  google: { clientId: string; issuer: string; jwksUrl: string } | 'emulated'
  medicalHiddenHosts: readonly string[]
  /** If true, requests come through a proxy, whose `x-forwarded-for` names the caller. */
  isBehindProxy: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings of `npm start`, and makes sure that every port is free and that the data folder exists. Throws `StartProblem`
 * if a setting is wrong, a port is taken or the folder cannot be written.
 */
export async function readStartSettings(environment: Environment, options: readonly string[]): Promise<StartSettings> {
  const { DATA_DIR = '.local', SEED = 'demo', MEDICAL_HIDDEN_HOSTS = 'localhost', GOOGLE, FORWARDED } = environment
  if (SEED !== 'demo' && SEED !== 'none') throw new StartProblem(`SEED must be 'none' or 'demo', not '${SEED}'.`)
  if (GOOGLE !== undefined && GOOGLE !== 'emulated')
    throw new StartProblem(`GOOGLE must be 'emulated' or unset, not '${GOOGLE}'.`)
  if (FORWARDED !== undefined && FORWARDED !== 'trusted')
    throw new StartProblem(`FORWARDED must be 'trusted' or unset, not '${FORWARDED}'.`)
  const { SMS_IDENTITY = '+18005550100' } = environment
  if (!/^(\+[1-9]\d{6,14})?$/.test(SMS_IDENTITY))
    throw new StartProblem(`SMS_IDENTITY must be a phone number such as +18005550100, or empty, not '${SMS_IDENTITY}'.`)
  const engines = readEngines(environment)
  const port = await freePort(environment, 'PORT', 3000)
  // An engine other than the simulator may be using the simulator's port.
  const mailPort = engines.ses ? 0 : await freePort(environment, 'MAIL_PORT', 3001)
  const s3Port = engines.s3 ? 0 : await freePort(environment, 'S3_PORT', 3002)
  const used = [port, mailPort, s3Port].filter((one) => one !== 0)
  if (new Set(used).size < used.length) {
    throw new StartProblem(`PORT, MAIL_PORT and S3_PORT must differ, but are ${port}, ${mailPort} and ${s3Port}.`)
  }
  return {
    port,
    mailPort,
    s3Port,
    engines,
    mailSender: environment.MAIL_SENDER || undefined,
    // Without the simulator of SES, no text messages are sent, because its page shows them.
    smsIdentity: engines.ses ? '' : SMS_IDENTITY,
    dataDir: DATA_DIR === ':memory:' ? DATA_DIR : await usableFolder(resolve(DATA_DIR)),
    isSeeded: SEED === 'demo',
    isDevelopment: options.includes('--dev'),
    google:
      GOOGLE === 'emulated'
        ? GOOGLE
        : {
            clientId: environment.GOOGLE_CLIENT_ID ?? '',
            issuer: environment.GOOGLE_ISSUER ?? googleIssuer.issuer,
            jwksUrl: environment.GOOGLE_JWKS_URL ?? googleIssuer.jwksUrl,
          },
    medicalHiddenHosts: MEDICAL_HIDDEN_HOSTS.split(',').map((name) => name.trim()),
    isBehindProxy: FORWARDED === 'trusted',
  }
}

/**
 * Reads a port from a variable; 0 means any free port. The port is probed, so that a conflict shows before the slow part of a
 * start.
 */
async function freePort(environment: Environment, variable: string, usual: number): Promise<number> {
  const text = environment[variable] ?? String(usual)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new StartProblem(`${variable} must be a port number from 0 to 65535, not '${text}'.`)
  }
  const probe = createServer()
  return new Promise((found, refused) => {
    probe.once('error', (error) => refused(portProblem(error, port, variable)))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => found(address !== null && typeof address !== 'string' ? address.port : port))
    })
  })
}

function portProblem(error: NodeJS.ErrnoException, port: number, variable: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartProblem(
      `Port ${port} is already in use (${variable}). Stop the other program or set ${variable} to a free one.`,
    )
  }
  if (error.code === 'EACCES') {
    return new StartProblem(`You don’t have permission to use port ${port} (${variable}). Choose a port above 1023.`)
  }
  return error
}

async function usableFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return path
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      throw new StartProblem(`The data folder ${path} (DATA_DIR) is, or is inside, a file. Set DATA_DIR to a folder.`)
    }
    throw new StartProblem(
      `Cannot write to the data folder ${path} (DATA_DIR, ${code}). Change its permissions or set DATA_DIR to another folder.`,
    )
  }
}
