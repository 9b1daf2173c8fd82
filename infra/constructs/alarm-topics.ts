import { CfnCondition, type CfnParameter, Fn, Stack } from 'aws-cdk-lib'
import { Alarm, CfnAlarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'
import { acknowledgeFindings } from '../acknowledge.ts'
import { noPagerValue } from '../operator-parameters.ts'

/** The pages, in `infra`, for the operator who is woken: what users see, where to look, and what to do. */
export type NightPage =
  | 'night/unreachable.md'
  | 'night/server-errors.md'
  | 'night/mail.md'
  | 'night/table.md'
  | 'night/break-in.md'
  | 'loss/key.md'
  | 'loss/table.md'

interface Props {
  /** The address to which the alarms are mailed. Empty if no one gets them. */
  address: string
  /** A parameter: the address of a pager, which gets the alarms that wake someone. */
  pager: CfnParameter
  key: IKey
}

interface AlarmSettings {
  /** The people who are affected, and how. The alarm's mail contains no other explanation. */
  alarmDescription: string
  /** Set if the alarm wakes someone: the page that says what to do. An alarm without a page waits for the morning. */
  wakes?: NightPage | undefined
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
  /**
   * If true, periods are whole days or weeks of the calendar, in UTC. Otherwise they end whenever CloudWatch looks, and a job that
   * is a few minutes late one day seems to be missing.
   */
  byCalendar?: boolean
}

/**
 * Creates every alarm of the stack. An alarm goes to one of two topics, when it begins and when it ends: one is for what must wake
 * someone, the other for what can wait until the morning. Both mail one address, and the first one can call a pager as well.
 */
export class AlarmTopics extends Construct {
  readonly alarms: Alarm[] = []
  readonly morning: Topic
  /** This topic has no key, because its messages must arrive even if no key works. */
  readonly night: Topic

  constructor(scope: Construct, id: string, { address, pager, key }: Props) {
    super(scope, id)
    const { stackName, account } = Stack.of(this)
    this.morning = new Topic(this, 'Morning', { masterKey: key, enforceSSL: true, displayName: stackName })
    this.night = new Topic(this, 'Night', { enforceSSL: true, displayName: `${stackName} now` })
    acknowledgeFindings(this.night, { 'HIPAA.Security-SNSEncryptedKMS': unencrypted })
    for (const topic of [this.morning, this.night]) {
      if (address) topic.addSubscription(new EmailSubscription(address))
      topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': account } },
        }),
      )
    }
    this.addPager(pager.valueAsString)
  }

  private addPager(endpoint: string) {
    const hasPager = new CfnCondition(this, 'HasPager', {
      expression: Fn.conditionNot(Fn.conditionEquals(endpoint, noPagerValue)),
    })
    const { topicArn } = this.night
    new CfnSubscription(this, 'Pager', { topicArn, protocol: 'https', endpoint }).cfnOptions.condition = hasPager
  }

  alarm(scope: Construct, id: string, settings: AlarmSettings): Alarm {
    const { datapoints = [1, 1], wakes, byCalendar, alarmDescription, ...properties } = settings
    const [datapointsToAlarm, evaluationPeriods] = datapoints
    // The name is made of the stack's name and the ids on the way to the alarm, without those of the app, the stack and the group.
    // The table of alarms in infra/README.md leaves out the stack's name as well.
    const path = scope.node.scopes.slice(3).map(({ node }) => node.id)
    const alarm = new Alarm(scope, id, {
      alarmName: [Stack.of(scope).stackName, ...path, id].join('-'),
      alarmDescription: wakes ? `${alarmDescription} See infra/${wakes}.` : alarmDescription,
      datapointsToAlarm,
      evaluationPeriods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...properties,
    })
    if (byCalendar && alarm.node.defaultChild instanceof CfnAlarm)
      alarm.node.defaultChild.evaluationWindow = { wallClockWindow: { timezone: 'UTC' } }
    const tell = new SnsAction(wakes ? this.night : this.morning)
    alarm.addAlarmAction(tell)
    alarm.addOkAction(tell)
    this.alarms.push(alarm)
    return alarm
  }
}

const unencrypted = 'Its messages must arrive even if no key works. They say which alarm it is, or who did what.'
