import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type ExportMachine, openExportMachine } from '../aws/export-machine.ts'
import { keepMails } from '../aws/keep-mails.ts'
import { type Mailer, openMailer } from '../aws/mailer.ts'
import { openSmsSender, type SmsSender } from '../aws/sms-sender.ts'
import { openGuardedTable, tableInUseOf } from '../data/open-table.ts'
import type { Table } from '../data/table.ts'
import { openArchives, type TenantArchives } from '../files/archives.ts'
import { guardMedia, type MediaBucket, openMediaBucket } from '../files/media.ts'
import type { GoogleTokenReader } from '../security/google.ts'
import { readSecret } from '../security/read-secret.ts'
import { openSealKeys, type SealKeys } from '../security/seal-keys.ts'
import { openSigningKeys, type SigningKeys } from '../security/signing-keys.ts'
import { type Log, openLog } from './log.ts'

/**
 * Everything that operations depend on. Operations create no clients, and read neither the clock nor environment variables
 * themselves.
 */
export interface Services {
  table: Table
  media: MediaBucket
  archives: TenantArchives
  exportMachine: ExportMachine
  keys: SigningKeys
  sealKeys: SealKeys
  mailer: Mailer
  /** Undefined if this environment doesn't send text messages. */
  texter: SmsSender | undefined
  /** Undefined if sign-in with Google is switched off. */
  google: GoogleTokenReader | undefined
  /** The origin of the web app, without a slash at the end. */
  appOrigin: string
  /** Where people ask for help. Empty if this environment has no such address. */
  supportAddress: string
  now: () => Date
  wait: (ms: number) => Promise<void>
  newId: () => string
  /** The release of the web app with which this function was deployed. Empty if unknown. */
  release: string
  log: Log
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

function required(environment: EnvironmentVariables, name: string) {
  const value = environment[name]
  if (!value) throw new Error(`The environment variable ${name} is not set`)
  return value
}

/**
 * Opens all clients that a function's environment configures. Endpoints other than AWS's own are read from environment variables by
 * the SDK itself.
 */
export function openServices(environment: EnvironmentVariables): Services {
  const secretId = required(environment, 'SIGNING_SECRET_ID')
  const bucket = { bucket: required(environment, 'MEDIA_BUCKET'), pathStyle: environment.S3_PATH_STYLE === 'true' }
  return {
    table: openGuardedTable(tableInUseOf(environment)),
    media: guardMedia(openMediaBucket(bucket)),
    archives: openArchives(bucket),
    exportMachine: openExportMachine(environment.EXPORT_MACHINE_ARN ?? ''),
    keys: openSigningKeys(() => readSecret(secretId), Date.now),
    sealKeys: openSealKeys(environment.SEAL_KEY_IDS),
    mailer: environment.MAIL_SENDER ? openMailer(environment.MAIL_SENDER) : keepMails(bucket),
    texter: environment.SMS_IDENTITY
      ? openSmsSender(environment.SMS_IDENTITY, environment.SMS_COUNTRY_RULES)
      : undefined,
    google: environment.GOOGLE_CLIENT_ID ? openGoogle(environment, environment.GOOGLE_CLIENT_ID) : undefined,
    appOrigin: required(environment, 'APP_ORIGIN'),
    supportAddress: environment.SUPPORT_ADDRESS ?? '',
    now: () => new Date(),
    wait: (ms) => wait(ms),
    newId: randomUUID,
    release: environment.RELEASE ?? '',
    log: openLog(environment.LOG_LEVEL),
  }
}

/** Opens the verifier of Google's ID tokens. Its code is loaded when someone first signs in with Google. */
function openGoogle(environment: EnvironmentVariables, clientId: string): GoogleTokenReader {
  const issuer = {
    clientId,
    issuer: required(environment, 'GOOGLE_ISSUER'),
    jwksUrl: required(environment, 'GOOGLE_JWKS_URL'),
  }
  const open = async () => (await import('../security/google.ts')).googleTokenReader(issuer)
  let opened: Promise<GoogleTokenReader> | undefined
  return async (token, now) => {
    opened ??= open()
    return (await opened)(token, now)
  }
}
