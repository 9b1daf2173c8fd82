import { Duration } from 'aws-cdk-lib'
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch'
import { type EventPattern, Rule, Schedule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets'
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
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
import { acknowledgeFindings } from '../acknowledge.ts'
import type { AreaNeeds } from '../area-needs.ts'
import { scheduleExpression } from '../schedule.ts'
import type { AlarmTopics } from './alarm-topics.ts'
import { DeadLetters } from './dead-letters.ts'
import { EncryptedLogGroup, type LogGroupSettings } from './encrypted-log-group.ts'
import { sumMetrics } from './metric-math.ts'

/**
 * The timeout of functions without `minutes`, among them all functions behind the gateway. It is shorter than the gateway's 30
 * seconds and longer than all attempts of their slowest service call, which are two attempts of eight seconds for a call of S3.
 */
const answerTime = Duration.seconds(20)
const period = Duration.minutes(5)

interface Props {
  code: Code
  environment: Record<string, string>
  /**
   * The environment values that come from stack parameters. They are part of the version's description, so that changing only a
   * parameter makes a new version. Lambda refuses to publish a version that is identical to the last one.
   */
  parameterValues: string
  /** The function's rights to items of the table. */
  items: readonly PolicyStatement[]
  /**
   * All other rights of the function. The rights to write to its own log and dead-letter queue, and to read the stream that wakes
   * it, are added to them.
   */
  grants: readonly PolicyStatement[]
  /** The people who are affected when the function fails, and how. This is the text of its alarm. */
  alarmDescription: string
  /** The page for the operator who is woken if the function keeps failing. Undefined if a failure can wait until the morning. */
  wakes: AreaNeeds['wakes']
  /** The longest time that one call may take, in minutes. If undefined, a call may take `answerTime`. */
  minutes: AreaNeeds['minutes']
  later: AreaNeeds['later']
  schedule: AreaNeeds['schedule']
  /** The table's stream and some prefixes of partition keys. The function is called when an item with such a key is inserted. */
  wokenBy: { streamArn: string; partitions: readonly string[] } | undefined
  /** Memory in megabytes. */
  memory: number
  /** Reserved concurrency, which is subtracted from the account's. Undefined if the function may use all unreserved concurrency. */
  concurrency: number | undefined
  logs: LogGroupSettings
  alarmTopics: AlarmTopics
}

/** Creates every Lambda function of the product. Other constructs cannot add rights to a function's role. */
export class AreaFunction extends Construct {
  readonly handler: LambdaFunction
  /** The alias of the version in use. Every caller must call the function through this alias. */
  readonly live: IFunction
  readonly alias: Alias
  readonly failing: Alarm
  readonly log: EncryptedLogGroup
  /** How often and how long Lambda retries a call whose caller does not wait, and the queue that stores the event after that. */
  private readonly patience: { deadLetterQueue?: Queue; retryAttempts: number; maxEventAge: Duration } | undefined

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { later, schedule, wokenBy, logs, alarmTopics } = props
    this.log = new EncryptedLogGroup(this, 'Log', logs)
    this.patience = later && {
      ...(later.lost && {
        deadLetterQueue: new DeadLetters(this, 'Dead', { alarmTopics, lost: later.lost }).queue,
      }),
      retryAttempts: later.retries,
      maxEventAge: Duration.minutes(later.minutes),
    }
    const grants = [
      ...props.grants,
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], this.log.logGroupArn),
      ...(this.patience?.deadLetterQueue ? [allow(['sqs:SendMessage'], this.patience.deadLetterQueue.queueArn)] : []),
      ...(wokenBy ? [allow(streamReading, wokenBy.streamArn)] : []),
    ]
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Grants: new PolicyDocument({ statements: grants }),
        ...(props.items.length > 0 && { Items: new PolicyDocument({ statements: [...props.items] }) }),
      },
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
      // CDK's classes don't match their own interfaces under exactOptionalPropertyTypes, because of an optional property.
      version: this.handler.currentVersion as IVersion,
      ...(this.patience && { retryAttempts: this.patience.retryAttempts, maxEventAge: this.patience.maxEventAge }),
    })
    this.live = this.alias as IFunction
    if (wokenBy) this.callOnPuts(wokenBy)
    if (schedule) this.callOnSchedule(Schedule.expression(scheduleExpression(schedule)))
    this.failing = alarmTopics.alarm(this, 'Failing', {
      alarmDescription: props.alarmDescription,
      ...(props.wakes && { wakes: props.wakes, datapoints: [3, 3] }),
      metric: sumMetrics(this.failures(), period),
      threshold: 1,
    })
    this.acknowledgeFindings(props)
  }

  /**
   * Returns the metrics of failed calls. Lambda does not count a call as an error if it could not start for lack of concurrency. If
   * the function has a dead-letter queue, such calls end up there; otherwise throttles are added to the errors.
   */
  private failures() {
    const errors = this.handler.metricErrors({ period })
    return this.patience?.deadLetterQueue ? [errors] : [errors, this.handler.metricThrottles({ period })]
  }

  /** Lets EventBridge call the function for a kind of event. */
  callOn(id: string, eventPattern: EventPattern) {
    new Rule(this, id, { eventPattern, targets: [new LambdaTarget(this.live, this.patience)] })
  }

  private callOnSchedule(schedule: Schedule) {
    new Rule(this, 'Schedule', { schedule, targets: [new LambdaTarget(this.live, this.patience)] })
  }

  private callOnPuts({ streamArn, partitions }: NonNullable<Props['wokenBy']>) {
    const Keys = { pk: { S: partitions.flatMap((start) => FilterRule.beginsWith(start)) } }
    new EventSourceMapping(this, 'OnPuts', {
      target: this.live,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.LATEST,
      filters: [FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT'), dynamodb: { Keys } })],
      // Don't retry, because the next scheduled call does the remaining work.
      retryAttempts: 0,
    })
  }

  private acknowledgeFindings({ concurrency, environment, later }: Props) {
    acknowledgeFindings(this, {
      'HIPAA.Security-LambdaInsideVPC': noNetwork,
      ...(Object.keys(environment).length > 0 && { CKV_AWS_173: noSecrets }),
      ...(concurrency === undefined && { 'HIPAA.Security-LambdaConcurrency': noneReserved }),
      ...(!later?.lost && { 'HIPAA.Security-LambdaDLQ': later ? doneAgain : answeredAtOnce }),
    })
  }
}

const noNetwork =
  'It only calls AWS services, with TLS and IAM. A network of our own would protect nothing and slow down every cold start.'
const noSecrets = "Lambda encrypts the variables with AWS's key, and a test makes sure that none of them is a secret."
const noneReserved =
  'The account of this environment may be new and have only 10 concurrent executions, of which none can be reserved; or the function is too small to matter.'
const answeredAtOnce =
  'Its callers wait for the response and see a failure immediately. Lambda keeps no dead letters for such calls.'
const doneAgain =
  'The next scheduled run finishes what this one did not, so a stored event would add nothing, and an alarm reports the failure.'

const allow = (actions: string[], resource: string) => new PolicyStatement({ actions, resources: [resource] })

const streamReading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (action) => `dynamodb:${action}`,
)
