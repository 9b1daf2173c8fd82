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

interface AlarmSettings {
  /** Who is hurt, and how: all that the alarm's mail has to say. */
  alarmDescription: string
  metric: IMetric
  threshold: number
  /** So many breaching periods of so many; the first one, if nothing is said. */
  datapoints?: readonly [toAlarm: number, evaluated: number]
  /** Without one it alarms from the threshold up. */
  comparisonOperator?: ComparisonOperator
  /** Without one missing data is not breaching. */
  treatMissingData?: TreatMissingData
}

/** The only way to an alarm: each tells one address when it begins and when it is over. */
export class AlarmTopic extends Construct {
  readonly alarms: Alarm[] = []
  readonly topic: Topic

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

  alarm(scope: Construct, id: string, settings: AlarmSettings): Alarm {
    const { datapoints = [1, 1], ...properties } = settings
    const [datapointsToAlarm, evaluationPeriods] = datapoints
    // As the table of infra/README.md has it, after the environment: the group is left out.
    const [, , ...path] = scope.node.path.split('/')
    const alarm = new Alarm(scope, id, {
      alarmName: [Stack.of(scope).stackName, ...path, id].join('-'),
      datapointsToAlarm,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...properties,
    })
    const tell = new SnsAction(this.topic)
    alarm.addAlarmAction(tell)
    alarm.addOkAction(tell)
    this.alarms.push(alarm)
    return alarm
  }
}
