import { Duration, type RemovalPolicy } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, type Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

/** Below the gateway's 29 seconds, above three attempts of the slowest service call. */
const timeout = Duration.seconds(20)

interface Props {
  code: Code
  environment: Record<string, string>
  /** All that it may do, beside writing its own log. */
  grants: readonly PolicyStatement[]
  /** Who is hurt when it fails, and how: what its alarm says. */
  outage: string
  /** Megabytes. */
  memory: number
  logRetention: RetentionDays
  removalPolicy: RemovalPolicy
}

/** The only way to a Lambda. Its role is closed: nothing that comes to it later widens what it may do. */
export class AreaFunction extends Construct {
  readonly handler: LambdaFunction

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const logGroup = new LogGroup(this, 'Log', { retention: props.logRetention, removalPolicy: props.removalPolicy })
    const grants = new ManagedPolicy(this, 'Grants', {
      statements: [
        ...props.grants,
        new PolicyStatement({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resources: [logGroup.logGroupArn],
        }),
      ],
    })
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      managedPolicies: [grants],
    })
    this.handler = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code,
      environment: props.environment,
      memorySize: props.memory,
      timeout,
      logGroup,
      role: role.withoutPolicyUpdates(),
    })
    this.handler.metricErrors({ period: Duration.minutes(5) }).createAlarm(this, 'Failing', {
      alarmDescription: props.outage,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}
