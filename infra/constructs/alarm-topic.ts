import { Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

interface Props {
  /** The address to which the alarms are mailed. Empty if nobody gets them. */
  address: string
  key: IKey
}

interface AlarmSettings {
  /** The people who are affected, and how. The alarm's mail contains no other explanation. */
  alarmDescription: string
  metric: IMetric
  threshold: number
  /**
   * The alarm goes off when `toAlarm` of the last `evaluated` periods breach the threshold. By default the first breach is enough.
   */
  datapoints?: readonly [toAlarm: number, evaluated: number]
  /** By default the alarm goes off when the metric is at or above the threshold. */
  comparisonOperator?: ComparisonOperator
  /** By default missing data does not breach the threshold. */
  treatMissingData?: TreatMissingData
}

/** Creates every alarm of the stack. Each alarm mails one address when it begins and when it ends. */
export class AlarmTopic extends Construct {
  readonly alarms: Alarm[] = []
  readonly topic: Topic

  constructor(scope: Construct, id: string, { address, key }: Props) {
    super(scope, id)
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true, displayName: Stack.of(this).stackName })
    if (address) this.topic.addSubscription(new EmailSubscription(address))
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
    // The name is made of the stack's name and the path, without the path's first two segments, which are the stack and the group.
    // The table of alarms in infra/README.md leaves out the stack's name as well.
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
