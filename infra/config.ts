import { RemovalPolicy } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { FunctionArea } from './area-needs.ts'
import type { BackupKeeping } from './constructs/table-backups.ts'

/** What one environment has of its own. */
export interface EnvironmentConfig {
  region: string
  /** The app's own host; without one it answers at CloudFront's. Its certificate waits for a DNS record. */
  domain: string | undefined
  /** `identity` is what SES verifies: the sender's domain, or his address alone where the domain is not ours to prove. */
  mail: { sender: string; identity: string }
  /** Who is told by mail of alarms and of the budget. */
  alarmAddress: string
  /** What becomes of table, files, keys and secret when the stack goes; what is retained cannot be deleted by mistake either. */
  removalPolicy: RemovalPolicy
  /** Undefined: none but the table's own. */
  backups: BackupKeeping | undefined
  /** The name of a table restored from an earlier point in time, which functions then use instead of the stack's own. */
  restored: string | undefined
  logRetention: RetentionDays
  /** Empty: no sign-in with Google. */
  googleClientId: string
  /** Hosts on whose sign-up page the medical group does not show. */
  medicalHiddenHosts: readonly string[]
  /** Where the app can be reached from, as ISO 3166-1 codes of two letters. */
  allowedCountries: readonly [string, ...string[]]
  /** What CloudFront shows the functions, by name: it shows the first, they take any. The README says how to change it. */
  edgeSecrets: readonly [string, ...string[]]
  /**
   * Megabytes of every function. By `npm run bench -- cold cpu` one takes about 70, and a list 6 ms of a whole processor, which comes
   * with 1,769: of 1,024 that makes some 10 ms, of half of it 20.
   */
  memory: number
  /**
   * How many of a function may run at once: kept free for it, and no more. Empty: none is reserved, which a new account
   * would refuse; it has 10 in all, and of any account 100 must stay unreserved.
   */
  concurrency: Readonly<Partial<Record<FunctionArea, number>>>
  /** Requests a second that the whole API takes, and how many at once beyond that. */
  throttle: { rateLimit: number; burstLimit: number }
  /** Requests that one address gets in 5 minutes, files included. */
  addressLimit: number
  /** US dollars that a month may cost before somebody is told. */
  monthlyBudget: number
}

/** Virginia, because CloudFront takes its certificates and its firewall from there only. */
const region = 'us-east-1'
const productionHost = 'app.carelane.example'
const common = {
  region,
  alarmAddress: 'alarms@carelane.example',
  googleClientId: '',
  medicalHiddenHosts: [productionHost, 'localhost'],
  allowedCountries: ['US'],
  edgeSecrets: ['e1'],
  restored: undefined,
  memory: 1024,
  concurrency: {},
  addressLimit: 5000,
} as const

const environments: Readonly<Record<string, EnvironmentConfig>> = {
  dev: {
    ...common,
    domain: undefined,
    mail: { sender: 'no-reply@dev.carelane.example', identity: 'no-reply@dev.carelane.example' },
    removalPolicy: RemovalPolicy.DESTROY,
    backups: undefined,
    logRetention: RetentionDays.ONE_WEEK,
    throttle: { rateLimit: 50, burstLimit: 100 },
    monthlyBudget: 50,
  },
  staging: {
    ...common,
    domain: 'staging.carelane.example',
    mail: { sender: 'no-reply@staging.carelane.example', identity: 'staging.carelane.example' },
    removalPolicy: RemovalPolicy.RETAIN,
    backups: { dailyDays: 35, monthlyDays: 90 },
    logRetention: RetentionDays.ONE_MONTH,
    throttle: { rateLimit: 100, burstLimit: 200 },
    monthlyBudget: 100,
  },
  prod: {
    ...common,
    domain: productionHost,
    mail: { sender: 'no-reply@carelane.example', identity: 'carelane.example' },
    removalPolicy: RemovalPolicy.RETAIN,
    backups: { dailyDays: 35, monthlyDays: 366 },
    logRetention: RetentionDays.ONE_YEAR,
    concurrency: { auth: 100, users: 100, registration: 20, deliveries: 200, workers: 2, feedback: 5 },
    throttle: { rateLimit: 500, burstLimit: 1000 },
    monthlyBudget: 500,
  },
}

export const environmentNames = Object.keys(environments)

export const findEnvironment = (name: string): EnvironmentConfig | undefined =>
  Object.hasOwn(environments, name) ? environments[name] : undefined

/** What keeps an environment from being deployed, each as a sentence. */
export function missingValues({ domain, mail, alarmAddress, removalPolicy }: EnvironmentConfig): string[] {
  const required = { 'mail.sender': mail.sender, 'mail.identity': mail.identity, alarmAddress }
  const missing = Object.entries({ ...required, ...(domain !== undefined && { domain }) }).flatMap(([name, value]) => {
    if (!value) return [`${name} is empty.`]
    return value.endsWith('.example') ? [`${name} is ${value}, which is nobody's: set your own.`] : []
  })
  const keepsData = removalPolicy === RemovalPolicy.RETAIN
  return keepsData && domain === undefined
    ? [...missing, 'domain is not set: what keeps its data needs a host of its own.']
    : missing
}
