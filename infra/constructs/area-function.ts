import { Duration } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { type EventPattern, Rule, type Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import {
  Alias,
  Architecture,
  type Code,
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  Runtime,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge, acknowledgeCheckov } from '../acknowledge.ts'
import type { AreaNeeds } from '../area-needs.ts'
import { onlyWhere } from '../conditions.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import type { TableStream } from './data-table.ts'
import { DeadLetters } from './dead-letters.ts'
import { keyUse } from './key-use.ts'
import { sumOf } from './metric-math.ts'
import { type LogGroupSettings, OwnLog } from './own-log.ts'

/** Where the gateway waits: below its 29 seconds, above three attempts of the slowest service call. */
const answerTime = Duration.seconds(20)
const period = Duration.minutes(5)

interface Props {
  code: Code
  environment: Record<string, string>
  /**
   * The values of its environment that come from parameters of the stack: they describe the version. A change of a parameter alone makes
   * a version only because its description changes, and Lambda refuses a version that differs from the last in nothing else.
   */
  parameterValues: string
  /** What it may do with items of the table. */
  items: readonly PolicyStatement[]
  /** All else that it may do, beside writing its own log and its dead letters. */
  grants: readonly PolicyStatement[]
  /** Who is hurt when it fails, and how: what its alarm says. */
  alarmDescription: string
  /** How long a run may take; undefined: as long as the gateway waits. */
  minutes: AreaNeeds['minutes']
  later: AreaNeeds['later']
  /** The stream of the table, and what the partition keys begin with of items that it is called for. */
  wokenBy: { stream: TableStream; partitions: readonly string[] } | undefined
  /** Megabytes. */
  memory: number
  /** How many of it may run at once, taken from the account's; undefined: as many as the account has. */
  concurrency: number | undefined
  logs: LogGroupSettings
  alarmTopic: AlarmTopic
}

/** The only way to a Lambda. Its role is closed: nothing that comes to it later widens what it may do. */
export class AreaFunction extends Construct {
  readonly handler: LambdaFunction
  /** The version that is in use: whatever calls the function calls this. */
  readonly live: IFunction
  readonly alias: Alias
  readonly failing: Alarm
  readonly log: OwnLog
  /** How long it is tried where nobody waits for its answer, and what then keeps the event. */
  private readonly patience: { deadLetterQueue?: Queue; retryAttempts: number; maxEventAge: Duration } | undefined

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { later, wokenBy, logs, alarmTopic } = props
    this.log = new OwnLog(this, 'Log', logs)
    this.patience = later && {
      ...(later.lost && {
        deadLetterQueue: new DeadLetters(this, 'Dead', { key: logs.key, alarmTopic, lost: later.lost }).queue,
      }),
      retryAttempts: later.retries,
      maxEventAge: Duration.minutes(later.minutes),
    }
    const grants = new ManagedPolicy(this, 'Grants', {
      statements: [
        ...props.grants,
        allow(['logs:CreateLogStream', 'logs:PutLogEvents'], this.log.logGroupArn),
        ...(this.patience?.deadLetterQueue ? letterGrants(this.patience.deadLetterQueue, logs.key) : []),
        ...(wokenBy ? [allow(streamReading, wokenBy.stream.arn)] : []),
      ],
    })
    // A policy takes 6,144 characters, and items alone can need as many.
    const items = props.items.length > 0 ? [new ManagedPolicy(this, 'Items', { statements: [...props.items] })] : []
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: [grants, ...items],
    })
    this.handler = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code,
      environment: props.environment,
      memorySize: props.memory,
      timeout: props.minutes ? Duration.minutes(props.minutes) : answerTime,
      logGroup: this.log,
      role: role.withoutPolicyUpdates(),
      ...(props.concurrency && { reservedConcurrentExecutions: props.concurrency }),
      ...(this.patience?.deadLetterQueue && { deadLetterQueue: this.patience.deadLetterQueue }),
      currentVersionOptions: { description: props.parameterValues },
    })
    this.alias = new Alias(this, 'Live', {
      aliasName: 'live',
      // CDK's own classes and interfaces part over an optional property under exactOptionalPropertyTypes.
      version: this.handler.currentVersion as IVersion,
      ...(this.patience && { retryAttempts: this.patience.retryAttempts, maxEventAge: this.patience.maxEventAge }),
    })
    this.live = this.alias as IFunction
    if (wokenBy) this.callOnPuts(wokenBy)
    this.failing = alarmTopic.alarm(this, 'Failing', {
      alarmDescription: props.alarmDescription,
      metric: sumOf(this.failures(), period),
      threshold: 1,
    })
    this.acknowledgeFindings(props)
  }

  /** Those that Lambda did not even begin, for want of concurrency, are no errors to it: where there is a queue for them they are dead letters. */
  private failures() {
    const errors = this.handler.metricErrors({ period })
    return this.patience?.deadLetterQueue ? [errors] : [errors, this.handler.metricThrottles({ period })]
  }

  /** Has it called by EventBridge. */
  callOn(id: string, when: { schedule: Schedule } | { eventPattern: EventPattern }) {
    new Rule(this, id, { ...when, targets: [new LambdaTarget(this.live, this.patience)] })
  }

  private callOnPuts({ stream, partitions }: NonNullable<Props['wokenBy']>) {
    const Keys = { pk: { S: partitions.flatMap((start) => FilterRule.beginsWith(start)) } }
    const mapping = new EventSourceMapping(this, 'OnPuts', {
      target: this.live,
      eventSourceArn: stream.arn,
      startingPosition: StartingPosition.LATEST,
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT'), dynamodb: { Keys } })],
      // The next call does what this one left.
      retryAttempts: 0,
    })
    onlyWhere(stream.isThere, mapping)
  }

  private acknowledgeFindings({ concurrency, later }: Props) {
    acknowledge(this, {
      'HIPAA.Security-LambdaInsideVPC': noNetwork,
      ...(concurrency === undefined && { 'HIPAA.Security-LambdaConcurrency': noneReserved }),
      ...(!later?.lost && { 'HIPAA.Security-LambdaDLQ': later ? doneAgain : answeredAtOnce }),
    })
    acknowledgeCheckov(this.handler, {
      CKV_AWS_50: noTraces,
      CKV_AWS_117: noNetwork,
      CKV_AWS_173: noSecretInIt,
      ...(concurrency === undefined && { CKV_AWS_115: noneReserved }),
      ...(!later?.lost && { CKV_AWS_116: later ? doneAgain : answeredAtOnce }),
    })
  }
}

const noNetwork =
  'All that it calls are AWS services, by TLS and IAM; a network of ours would guard nothing and slow every cold start.'
const noTraces =
  'Without an instrumented client a trace says when a run began and ended, which its log says already, and costs more than that.'
const noneReserved =
  'The account of this environment may be a new one, whose 10 concurrent executions leave none to reserve; or it is too small to matter.'
const answeredAtOnce =
  'Whoever calls it waits for its answer: a failed call is told at once, and Lambda keeps no dead letter of it.'
const doneAgain =
  'The next run of its schedule does what this one left undone: an event that was kept would tell it nothing, and its alarm rings.'
const noSecretInIt =
  'Its variables are names and addresses, no secret; with a key of ours every cold start would wait for KMS first.'

const allow = (actions: string[], resource: string) => new PolicyStatement({ actions, resources: [resource] })

const streamReading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (action) => `dynamodb:${action}`,
)

const letterGrants = (queue: Queue, key: IKey) => [
  allow(['sqs:SendMessage'], queue.queueArn),
  keyUse(key, 'sqs', ['Decrypt', 'GenerateDataKey']),
]
