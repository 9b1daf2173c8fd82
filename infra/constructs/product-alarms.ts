import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { tableDesign } from '#functions/data/table-keys.ts'
import { login } from '#shared/api/auth.ts'
import { routeKeyOf } from '#shared/api/contract.ts'
import type { AlarmTopic } from './alarm-topic.ts'
import type { AreaFunction } from './area-function.ts'
import type { HttpGateway } from './http-gateway.ts'
import { LogMetric } from './log-metric.ts'
import { percentageIfEnoughVolume, rateIfEnoughVolume, sumMetrics } from './metric-math.ts'

interface Props {
  alarmTopic: AlarmTopic
  gateway: HttpGateway
  table: ITable
  mailWorker: AreaFunction
  mailWatch: AreaFunction
  eventCopy: AreaFunction
}

const fiveMinutes = Duration.minutes(5)
const sixHours = Duration.hours(6)

/**
 * The alarms about the product as a whole: its calls, its limits, its mails and the copies of its events. Alarms for failed calls
 * of a single function and for dead letters are not among them: `AreaFunction` and `DeadLetters` create those.
 */
export class ProductAlarms extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    this.addRequestAlarms(props)
    this.addLimitAlarms(props)
    this.addMailAlarms(props)
    this.addReputationAlarms(props)
    this.addEventAlarms(props)
  }

  private addRequestAlarms({ alarmTopic, gateway: { api, log } }: Props) {
    const calls = api.metricCount({ period: fiveMinutes })
    alarmTopic.alarm(this, 'ServerErrors', {
      alarmDescription: 'Calls fail: staff see that something went wrong, and their entries are not saved.',
      metric: api.metricServerError({ period: fiveMinutes }),
      threshold: 5,
    })
    alarmTopic.alarm(this, 'Slow', {
      alarmDescription:
        'More than 1% of calls take more than 3 seconds: lists and completions are slow at the counter and at the door.',
      metric: rateIfEnoughVolume({
        volume: calls,
        least: 20,
        rate: api.metricLatency({ statistic: 'p99', period: fiveMinutes }),
        period: fiveMinutes,
      }),
      threshold: 3000,
      datapoints: [3, 4],
    })
    alarmTopic.alarm(this, 'Refusals', {
      alarmDescription:
        'More than half of all calls are refused: an attack, or no one has got past the edge since its secret was changed.',
      metric: percentageIfEnoughVolume({
        volume: calls,
        least: 100,
        part: api.metricClientError({ period: fiveMinutes }),
        period: fiveMinutes,
      }),
      threshold: 50,
      datapoints: [2, 3],
    })
    alarmTopic.alarm(this, 'FailedSignIns', {
      alarmDescription: 'Many sign-ins fail: someone is guessing passwords, or staff cannot sign in.',
      metric: new LogMetric(this, 'failed-sign-ins', {
        log,
        where: { route: [routeKeyOf(login)], status: ['401', '429'] },
        period: fiveMinutes,
      }).metric,
      threshold: 100,
    })
  }

  private addLimitAlarms({ alarmTopic, gateway, table }: Props) {
    alarmTopic.alarm(this, 'Throttled', {
      alarmDescription: 'The gateway refuses calls above its limit: staff see that there are too many requests.',
      metric: new LogMetric(this, 'throttled-calls', {
        log: gateway.log,
        // Excludes refusals by the function itself, for which `function_status` would be set.
        where: { status: ['429'], function_status: ['-'] },
        period: fiveMinutes,
      }).metric,
      threshold: 10,
    })
    alarmTopic.alarm(this, 'ReadsThrottled', {
      alarmDescription: 'The table or one of its indexes refuses reads: lists become slow and then fail.',
      metric: sumMetrics(throttles(table, 'ReadThrottleEvents'), fiveMinutes),
      threshold: 10,
    })
    alarmTopic.alarm(this, 'WritesThrottled', {
      alarmDescription:
        'The table or one of its indexes refuses writes: staff entries are saved late, then not at all.',
      metric: sumMetrics(throttles(table, 'WriteThrottleEvents'), fiveMinutes),
      threshold: 10,
    })
  }

  private addMailAlarms({ alarmTopic, mailWorker, mailWatch }: Props) {
    alarmTopic.alarm(this, 'MailWorkerStopped', {
      alarmDescription:
        'The email worker has not run for 5 minutes: emails that could not be sent immediately stay unsent.',
      metric: mailWorker.handler.metricInvocations({ period: fiveMinutes }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
    alarmTopic.alarm(this, 'MailWaits', {
      alarmDescription:
        'An email has been waiting for more than 15 minutes, or the waiting time is not being measured: invitations, verifications and password resets do not arrive.',
      metric: new LogMetric(this, 'oldest-mail', {
        log: mailWatch.log,
        where: { message: ['mails waiting'] },
        value: 'oldest_seconds',
        period: fiveMinutes,
      }).metric,
      threshold: 900,
      datapoints: [2, 2],
      treatMissingData: TreatMissingData.BREACHING,
    })
    alarmTopic.alarm(this, 'MailPutAside', {
      alarmDescription: 'SES rejected an email, and it was set aside: its recipient will not get it.',
      metric: new LogMetric(this, 'parked-mails', {
        log: mailWorker.log,
        where: { message: ['mail parked'] },
        period: fiveMinutes,
      }).metric,
      threshold: 1,
    })
    alarmTopic.alarm(this, 'DeliveriesStay', {
      alarmDescription: 'Deliveries could not be unassigned from someone who has left: no one will deliver them.',
      metric: new LogMetric(this, 'not-taken-back', {
        log: mailWorker.log,
        where: { message: ['deliveries not taken back'] },
        period: fiveMinutes,
      }).metric,
      threshold: 1,
    })
  }

  private addEventAlarms({ alarmTopic, eventCopy }: Props) {
    alarmTopic.alarm(this, 'EventsNotCopied', {
      alarmDescription: 'Event copying has not started for a day: an overwritten event might not be detected.',
      metric: eventCopy.handler.metricInvocations({ period: Duration.days(1) }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
  }

  /**
   * Adds alarms that go off before SES stops all mail of the account, which it may do from a bounce rate of 10 % or a complaint
   * rate of 0.5 % on.
   */
  private addReputationAlarms({ alarmTopic }: Props) {
    const volume = new Metric({ namespace: 'AWS/SES', metricName: 'Send', statistic: 'Sum', period: sixHours })
    const reputation = (metricName: string) =>
      rateIfEnoughVolume({
        volume,
        least: 20,
        rate: new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: sixHours }),
        period: sixHours,
      })
    alarmTopic.alarm(this, 'MailBounces', {
      alarmDescription: 'More than 5% of emails bounce: SES may soon stop all email from this account.',
      metric: reputation('Reputation.BounceRate'),
      threshold: 0.05,
    })
    alarmTopic.alarm(this, 'MailComplaints', {
      alarmDescription: 'More than 0.1% of emails are reported as spam: SES may soon stop all email from this account.',
      metric: reputation('Reputation.ComplaintRate'),
      threshold: 0.001,
    })
  }
}

/**
 * Returns the throttle metrics of the table and its indexes. The table's own metric leaves the indexes out. An index with
 * `coolerThan` is left out here, because the index that it names is busier and is throttled first.
 */
function throttles(table: ITable, metricName: string) {
  const own = table.metric(metricName, { statistic: 'Sum', period: fiveMinutes })
  const hottest = tableDesign.indexes.filter((index) => !('coolerThan' in index))
  const ofIndexes = hottest.map(({ name }) =>
    own.with({ dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName: name } }),
  )
  return [own, ...ofIndexes]
}
