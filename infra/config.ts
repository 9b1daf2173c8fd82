import { RemovalPolicy } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'

/** What one environment has of its own. */
export interface EnvironmentConfig {
  region: string
  /** The app's own host; without one it answers at CloudFront's. Its certificate waits for a DNS record. */
  domain: string | undefined
  /** `identity` is what SES verifies: the sender's domain, or his address alone where the domain is not ours to prove. */
  mail: { sender: string; identity: string }
  /** What becomes of table, files and secret when the stack goes; what is retained cannot be deleted by mistake either. */
  removalPolicy: RemovalPolicy
  logRetention: RetentionDays
  /** Empty: no sign-in with Google. */
  googleClientId: string
  /** Hosts on whose sign-up page the medical group does not show. */
  medicalHiddenHosts: readonly string[]
  /** Megabytes of every function; its share of a processor follows from it. */
  memory: number
  /** Requests a second that the whole API takes, and how many at once beyond that. */
  throttle: { rateLimit: number; burstLimit: number }
}

/** Virginia, because CloudFront takes its certificates from there only. */
const region = 'us-east-1'
const productionHost = 'app.carelane.example'
const medicalHiddenHosts = [productionHost, 'localhost']

const environments: Readonly<Record<string, EnvironmentConfig>> = {
  dev: {
    region,
    domain: undefined,
    mail: { sender: 'no-reply@dev.carelane.example', identity: 'no-reply@dev.carelane.example' },
    removalPolicy: RemovalPolicy.DESTROY,
    logRetention: RetentionDays.ONE_WEEK,
    googleClientId: '',
    medicalHiddenHosts,
    memory: 1024,
    throttle: { rateLimit: 50, burstLimit: 100 },
  },
  staging: {
    region,
    domain: 'staging.carelane.example',
    mail: { sender: 'no-reply@staging.carelane.example', identity: 'staging.carelane.example' },
    removalPolicy: RemovalPolicy.RETAIN,
    logRetention: RetentionDays.ONE_MONTH,
    googleClientId: '',
    medicalHiddenHosts,
    memory: 1024,
    throttle: { rateLimit: 100, burstLimit: 200 },
  },
  prod: {
    region,
    domain: productionHost,
    mail: { sender: 'no-reply@carelane.example', identity: 'carelane.example' },
    removalPolicy: RemovalPolicy.RETAIN,
    logRetention: RetentionDays.ONE_YEAR,
    googleClientId: '',
    medicalHiddenHosts,
    memory: 1024,
    throttle: { rateLimit: 500, burstLimit: 1000 },
  },
}

export const environmentNames = Object.keys(environments)

export const findEnvironment = (name: string): EnvironmentConfig | undefined =>
  Object.hasOwn(environments, name) ? environments[name] : undefined
