import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

interface Props {
  /** Who gets the mails of the alarms. */
  address: string
  key: IKey
}

interface Watched {
  /** Who is hurt, and how: all that the alarm's mail has to say. */
  hurt: string
  metric: IMetric
  threshold: number
  /** So many periods in a row; one, if nothing is said. */
  periods?: number
  /** Below the threshold is what hurts, and so does silence. */
  isLifeSign?: boolean
}

/** The only way to an alarm: each tells one address when it begins and when it is over. */
export class Watch extends Construct {
  readonly alarms: Alarm[] = []
  private readonly topic: Topic

  constructor(scope: Construct, id: string, { address, key }: Props) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true, displayName: Stack.of(this).stackName })
    this.topic.addSubscription(new EmailSubscription(address))
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    )
  }

  alarm(scope: Construct, id: string, { hurt, metric, threshold, periods = 1, isLifeSign = false }: Watched) {
    const alarm = new Alarm(scope, id, {
      // As the README's table has it, after the name of the environment's stack.
      alarmName: [...scope.node.path.split('/'), id].join('-'),
      alarmDescription: hurt,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: isLifeSign
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isLifeSign ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    })
    const tell = new SnsAction(this.topic)
    alarm.addAlarmAction(tell)
    alarm.addOkAction(tell)
    this.alarms.push(alarm)
  }
}
