import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { FunctionArea } from './area-needs.ts'
import type { BackupPolicy } from './constructs/locked-vault.ts'
import type { InitialLimits } from './operator-parameters.ts'

/** The settings that differ between environments. */
export interface EnvironmentConfig {
  /**
   * The AWS account, 12 digits. Each environment has its own: CDK refuses to deploy with the credentials of another account.
   * Undefined if the environment belongs to the account of the developer who deploys it.
   */
  account: string | undefined
  region: string
  /**
   * The app's own host, or undefined if the app uses CloudFront's. A first deploy with a host of its own waits until the DNS record
   * that validates the certificate exists.
   */
  domain: string | undefined
  /** Undefined if no mail is sent. The mails are then kept, and `npm run operate -- {env} mails` shows them. */
  mail: MailSettings | undefined
  /** The support address, which the footer of every page shows. Empty if there is none. */
  supportAddress: string
  /** Alarms and warnings about the budget are mailed to this address. Empty if no one gets them. */
  alarmAddress: string
  /**
   * If true, the table, files, keys, logs and secrets (except the edge's) outlive the stack, and deletion protection keeps the
   * table and the stack from being deleted by mistake, unless the deploy has `-c protected=false`.
   */
  retainsData: boolean
  /** Backups and copies. Undefined if the environment has only the table's point-in-time recovery. */
  recovery: BackupPolicy | undefined
  /**
   * How long logs are kept. Prod keeps them as long as the audit trail and the event copies, because logs explain the entries of
   * both. Other environments keep logs only as long as someone may look for the cause of a problem.
   */
  logRetention: RetentionDays
  /** The client id for sign-in with Google. Empty if users cannot sign in with Google. */
  googleClientId: string
  /**
   * The identity that sends text messages, in AWS End User Messaging: `pool/pool-…` or `phone-number/phone-…`. Empty if no messages
   * are sent.
   */
  smsIdentity: string
  /** What text messages may cost in a month, in US dollars. AWS then sends no more. Without an identity it has no effect. */
  smsMonthlyLimit: number
  /**
   * Whether browsers keep the app for times without a network. If it is false, the deploy replaces the service worker by one that
   * removes itself and everything that it kept: the way out if a worker is broken.
   */
  worksOffline: boolean
  /** The countries from which the app can be reached, as two-letter ISO 3166-1 codes. */
  allowedCountries: readonly [string, ...string[]]
  /**
   * The memory of every function, in megabytes. A function needs about 70 MB, but more memory also means more CPU: listing deliveries
   * takes 6 ms on a full CPU, which Lambda provides at 1,769 MB, and therefore about 10 ms at 1,024 MB and 20 ms at half of that.
   */
  memory: number
  /**
   * The budget for a month in US dollars. A mail is sent when a month has cost 80 % of it, and when a month is expected to exceed
   * it.
   */
  monthlyBudget: number
  /**
   * Reserved concurrency by area: the function can always run this many calls at the same time, and never more. Empty if nothing is
   * reserved. A new account refuses reservations: it has 10 executions, and every account must leave 100 unreserved.
   */
  concurrency: Readonly<Partial<Record<FunctionArea, number>>>
  /** The initial limits of a new environment. Operators change them later with `npm run operate`. */
  limits: InitialLimits
}

/** `identity` is what SES verifies: the sender's domain, or only the sender's address if we cannot prove the domain is ours. */
interface MailSettings {
  sender: string
  identity: string
}

/** The region in Virginia. CloudFront needs its certificate and firewall there, and publishes its metrics only there. */
export const edgeRegion = 'us-east-1'

/** A number that no AWS account has. A stack with it can be synthesised but not deployed. */
const noAccount = '000000000000'

const common = {
  account: noAccount,
  region: edgeRegion,
  supportAddress: 'support@carelane.example',
  alarmAddress: 'alarms@carelane.example',
  googleClientId: '',
  smsIdentity: '',
  smsMonthlyLimit: 100,
  worksOffline: true,
  // The United States and its territories.
  allowedCountries: ['US', 'AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
  memory: 1024,
} as const

const environments: Readonly<Record<string, EnvironmentConfig>> = {
  dev: {
    ...common,
    account: undefined,
    domain: undefined,
    mail: undefined,
    supportAddress: '',
    alarmAddress: '',
    retainsData: false,
    recovery: undefined,
    logRetention: RetentionDays.ONE_WEEK,
    monthlyBudget: 50,
    concurrency: {},
    limits: { rateLimit: 50, burstLimit: 100, addressLimit: 5000 },
  },
  staging: {
    ...common,
    domain: 'staging.carelane.example',
    mail: { sender: 'no-reply@staging.carelane.example', identity: 'staging.carelane.example' },
    retainsData: true,
    recovery: { weeklyDays: 35, monthlyDays: 90, lock: 'governance', copyRegion: undefined },
    logRetention: RetentionDays.ONE_MONTH,
    monthlyBudget: 100,
    concurrency: {},
    limits: { rateLimit: 100, burstLimit: 200, addressLimit: 5000 },
  },
  prod: {
    ...common,
    domain: 'app.carelane.example',
    mail: { sender: 'no-reply@carelane.example', identity: 'carelane.example' },
    retainsData: true,
    recovery: { weeklyDays: 35, monthlyDays: 366, lock: 'compliance', copyRegion: 'us-west-2' },
    logRetention: RetentionDays.ONE_YEAR,
    monthlyBudget: 500,
    concurrency: { auth: 100, users: 100, registration: 20, deliveries: 200, workers: 2, feedback: 5, edge: 20 },
    limits: { rateLimit: 500, burstLimit: 1000, addressLimit: 5000 },
  },
}

export const environmentNames = Object.keys(environments)

export const findEnvironment = (name: string): EnvironmentConfig | undefined =>
  Object.hasOwn(environments, name) ? environments[name] : undefined

/**
 * Finds an environment by the name of its second region, such as `prod-copy`. Undefined if no environment has this second region.
 */
export function findCopiedEnvironment(name: string, find = findEnvironment) {
  const original = name.endsWith('-copy') ? name.slice(0, -'-copy'.length) : ''
  const config = find(original)
  const region = config?.recovery?.copyRegion
  return config && region ? { original, config, region } : undefined
}

/** The name of the state machine that runs an environment's migrations. */
export const migrationMachineName = (environment: string) => `carelane-${environment}-migrations`

/** The name of the parameter in Systems Manager that tells functions which table is in use. */
export const tableParameterName = (environment: string) => `/carelane/${environment}/table`

/** The parameter in which `cdk bootstrap` records its version. */
export const bootstrapVersionParameter = '/cdk-bootstrap/hnb659fds/version'

/** The start of the names of restored tables. Functions may use no other table except the stack's own. */
export const restoredTablePrefix = (environment: string) => `carelane-${environment}-restored-`

/** The name of the state machine that makes an environment's exports of all data. */
export const exportMachineName = (environment: string) => `carelane-${environment}-exports`

export const copyDeploymentName = (environment: string) => `${environment}-copy`

/**
 * Finds an environment by the name of the roles with which the pipeline deploys to it, such as `staging-roles`. Only environments
 * that retain their data have such roles.
 */
export function findEnvironmentOfRoles(name: string, find = findEnvironment) {
  const environment = name.endsWith('-roles') ? name.slice(0, -'-roles'.length) : ''
  const config = find(environment)
  return config?.retainsData ? { environment, config } : undefined
}

const rolesOf = (environment: string) => `${environment}-roles`

/** All names that `-c env=` accepts: the environments, their second regions, and the pipeline's roles in their accounts. */
export const deployableNames = environmentNames.flatMap((name) => [
  ...(findCopiedEnvironment(copyDeploymentName(name)) ? [copyDeploymentName(name)] : []),
  name,
  ...(findEnvironmentOfRoles(rolesOf(name)) ? [rolesOf(name)] : []),
])

/**
 * Returns a sentence for each address or domain that is empty or still a placeholder, and one if there is no domain. An environment
 * that does not retain its data needs none of them.
 */
export function missingValueTexts({
  domain,
  mail,
  supportAddress,
  alarmAddress,
  retainsData,
}: EnvironmentConfig): string[] {
  if (!retainsData) return []
  const { sender = '', identity = '' } = mail ?? {}
  const required = { 'mail.sender': sender, 'mail.identity': identity, supportAddress, alarmAddress }
  const missing = Object.entries({ ...required, ...(domain !== undefined && { domain }) }).flatMap(([name, value]) => {
    if (!value) return [`${name} is empty.`]
    return value.endsWith('.example') ? [`${name} is ${value}, a placeholder. Set your own.`] : []
  })
  return domain === undefined
    ? [...missing, 'domain is not set. An environment that keeps its data needs its own host name.']
    : missing
}

/** Returns a sentence for each of these three values that makes a deploy impossible. */
export function unusableValueTexts({
  account,
  region,
  smsIdentity,
}: Pick<EnvironmentConfig, 'account' | 'region' | 'smsIdentity'>): string[] {
  return [
    ...(account === undefined || (/^\d{12}$/.test(account) && account !== noAccount)
      ? []
      : [`account is "${account}". Set it to the 12-digit AWS account ID.`]),
    ...(region === edgeRegion
      ? []
      : [`region is ${region}: CloudFront's certificate, firewall and alarms exist only in ${edgeRegion}.`]),
    ...(smsIdentity === '' || /^(pool\/pool|phone-number\/phone)-[0-9a-f]+$/.test(smsIdentity)
      ? []
      : [`smsIdentity is ${smsIdentity}. Set it to pool/pool-… or phone-number/phone-….`]),
  ]
}
