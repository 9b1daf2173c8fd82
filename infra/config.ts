import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { FunctionArea } from './area-needs.ts'
import type { Recovery } from './constructs/table-backups.ts'
import type { Limits } from './operator-parameters.ts'

/** What one environment has of its own. */
export interface EnvironmentConfig {
  /** Of AWS, 12 digits, and of this environment alone: CDK refuses to deploy with credentials of another one. */
  account: string
  region: string
  /** The app's own host; without one the app answers at CloudFront's. Its certificate waits for a DNS record. */
  domain: string | undefined
  /** `identity` is what SES verifies: the sender's domain, or the sender's address alone where the domain is not ours to prove. */
  mail: { sender: string; identity: string }
  /** Shown to organisations that sign up. */
  supportAddress: string
  /** Who is told by mail of alarms and of the budget. */
  alarmAddress: string
  /** Table, files, keys, secrets and logs outlive the stack and cannot be deleted by mistake. */
  retainsData: boolean
  /** Undefined: none but the table's own point-in-time recovery. */
  recovery: Recovery | undefined
  /** In prod as long as the trail and the copies of events, which its lines explain; elsewhere as long as somebody looks for a cause. */
  logRetention: RetentionDays
  /** Empty: no sign-in with Google. */
  googleClientId: string
  /** Where the app can be reached from, as ISO 3166-1 codes of two letters. */
  allowedCountries: readonly [string, ...string[]]
  /**
   * Megabytes of every function. By `npm run bench -- cold cpu` one takes about 70, and a list 6 ms of a whole processor, which comes
   * with 1,769: of 1,024 that makes some 10 ms, of half of it 20.
   */
  memory: number
  /** US dollars that a month may cost before somebody is told. */
  monthlyBudget: number
  /**
   * How many of a function may run at once: kept free for it, and no more. Empty: none is reserved, which a new account would refuse; it
   * has 10 in all, and of any account 100 must stay unreserved.
   */
  concurrency: Readonly<Partial<Record<FunctionArea, number>>>
  /** Where a new environment begins: `npm run operate` changes them while it runs. */
  limits: Limits
}

/** CloudFront takes its certificate and its firewall, and publishes its metrics, in Virginia alone. */
const edgeRegion = 'us-east-1'

/** No account of AWS has this number: what names it can be synthesised, and be deployed nowhere. */
const nobody = '000000000000'

const common = {
  account: nobody,
  region: edgeRegion,
  supportAddress: 'support@carelane.example',
  alarmAddress: 'alarms@carelane.example',
  googleClientId: '',
  // The United States and their territories.
  allowedCountries: ['US', 'AS', 'GU', 'MP', 'PR', 'UM', 'VI'],
  memory: 1024,
} as const

const environments: Readonly<Record<string, EnvironmentConfig>> = {
  dev: {
    ...common,
    domain: undefined,
    mail: { sender: 'no-reply@dev.carelane.example', identity: 'no-reply@dev.carelane.example' },
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

/** Who may deploy without keys of their own: workflows of this repository, `owner/name`. */
export const pipeline = { repository: '' }

export const environmentNames = Object.keys(environments)

export const findEnvironment = (name: string): EnvironmentConfig | undefined =>
  Object.hasOwn(environments, name) ? environments[name] : undefined

/** The environment whose second region `prod-copy` is: `prod`, if it has one. */
export function findCopied(name: string, find = findEnvironment) {
  const original = name.endsWith('-copy') ? name.slice(0, -'-copy'.length) : ''
  const config = find(original)
  const region = config?.recovery?.copyRegion
  return config && region ? { original, config, region } : undefined
}

/** The state machine that carries out an environment's migrations. */
export const migrationMachineOf = (environment: string) => `carelane-${environment}-migrations`

/** The state machine that makes an environment's exports of all data. */
export const exportMachineOf = (environment: string) => `carelane-${environment}-exports`

export const copyOf = (environment: string) => `${environment}-copy`

/** The environment that the pipeline's roles `staging-roles` are for: one that keeps its data. */
export function findServed(name: string, find = findEnvironment) {
  const environment = name.endsWith('-roles') ? name.slice(0, -'-roles'.length) : ''
  const config = find(environment)
  return config?.retainsData ? { environment, config } : undefined
}

const rolesOf = (environment: string) => `${environment}-roles`

/** All that `-c env=` takes: the environments, their second regions, and the pipeline's roles in their accounts. */
export const deployableNames = environmentNames.flatMap((name) => [
  ...(findCopied(copyOf(name)) ? [copyOf(name)] : []),
  name,
  ...(findServed(rolesOf(name)) ? [rolesOf(name)] : []),
])

/** What is still a placeholder, each as a sentence. */
export function missingValues({
  domain,
  mail,
  supportAddress,
  alarmAddress,
  retainsData,
}: EnvironmentConfig): string[] {
  const required = { 'mail.sender': mail.sender, 'mail.identity': mail.identity, supportAddress, alarmAddress }
  const missing = Object.entries({ ...required, ...(domain !== undefined && { domain }) }).flatMap(([name, value]) => {
    if (!value) return [`${name} is empty.`]
    return value.endsWith('.example') ? [`${name} is ${value}, which is nobody's: set your own.`] : []
  })
  return retainsData && domain === undefined
    ? [...missing, 'domain is not set: what keeps its data needs a host of its own.']
    : missing
}

/** The same of what the pipeline's roles need. */
export const missingRepository = () =>
  /^[\w.-]+\/[\w.-]+$/.test(pipeline.repository)
    ? []
    : [`pipeline.repository is "${pipeline.repository}": name the repository, as owner/name.`]

/** What no deploy of any environment could succeed with, each as a sentence. */
export function unusableValues({ account, region }: Pick<EnvironmentConfig, 'account' | 'region'>): string[] {
  return [
    ...(/^\d{12}$/.test(account) && account !== nobody
      ? []
      : [`account is "${account}": name the AWS account, 12 digits.`]),
    ...(region === edgeRegion
      ? []
      : [`region is ${region}: CloudFront's certificate, firewall and alarms exist in ${edgeRegion} alone.`]),
  ]
}
