import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { tableDesign } from '#functions/data/table-keys.ts'
import { login } from '#shared/api/auth.ts'
import { routeKeyOf } from '#shared/api/contract.ts'
import type { AlarmTopics } from './alarm-topics.ts'
import type { AreaFunction } from './area-function.ts'
import type { HttpGateway } from './http-gateway.ts'
import { LogMetric } from './log-metric.ts'
import { percentageIfEnoughVolume, rateIfEnoughVolume, sumMetrics } from './metric-math.ts'

interface Props {
  alarmTopics: AlarmTopics
  gateway: HttpGateway
  table: ITable
  mailWorker: AreaFunction
  mailWatch: AreaFunction
  eventCopy: AreaFunction
  /** The state machine that migrates stored items. */
  migrating: StateMachine
  /** The state machine that makes exports. */
  exporting: StateMachine
}

const fiveMinutes = Duration.minutes(5)
const sixHours = Duration.hours(6)
const oneDay = Duration.days(1)

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
    this.addAutomationAlarms(props)
  }

  private addRequestAlarms({ alarmTopics, gateway: { api, log } }: Props) {
    const calls = api.metricCount({ period: fiveMinutes })
    alarmTopics.alarm(this, 'ServerErrors', {
      alarmDescription: 'Calls fail: staff see that something went wrong, and their entries are not saved.',
      wakes: 'night/server-errors.md',
      metric: api.metricServerError({ period: fiveMinutes }),
      threshold: 5,
    })
    alarmTopics.alarm(this, 'Slow', {
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
    alarmTopics.alarm(this, 'Refusals', {
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
    alarmTopics.alarm(this, 'FailedSignIns', {
      alarmDescription: 'Many sign-ins fail: someone is guessing passwords, or staff cannot sign in.',
      metric: new LogMetric(this, 'failed-sign-ins', {
        log,
        where: { route: [routeKeyOf(login)], status: ['401', '429'] },
        period: fiveMinutes,
      }).metric,
      threshold: 100,
    })
  }

  private addLimitAlarms({ alarmTopics, gateway, table }: Props) {
    alarmTopics.alarm(this, 'Throttled', {
      alarmDescription: 'The gateway refuses calls above its limit: staff see that there are too many requests.',
      metric: new LogMetric(this, 'throttled-calls', {
        log: gateway.log,
        // Excludes refusals by the function itself, for which `function_status` would be set.
        where: { status: ['429'], function_status: ['-'] },
        period: fiveMinutes,
      }).metric,
      threshold: 10,
    })
    alarmTopics.alarm(this, 'ReadsThrottled', {
      alarmDescription: 'The table or one of its indexes refuses reads: lists become slow and then fail.',
      wakes: 'night/table.md',
      metric: sumMetrics(throttles(table, 'ReadThrottleEvents'), fiveMinutes),
      threshold: 10,
      // A table refuses calls for some minutes whenever it grows.
      datapoints: [2, 3],
    })
    alarmTopics.alarm(this, 'WritesThrottled', {
      alarmDescription:
        'The table or one of its indexes refuses writes: staff entries are saved late, then not at all.',
      wakes: 'night/table.md',
      metric: sumMetrics(throttles(table, 'WriteThrottleEvents'), fiveMinutes),
      threshold: 10,
      // A table refuses calls for some minutes whenever it grows.
      datapoints: [2, 3],
    })
  }

  private addMailAlarms({ alarmTopics, mailWorker, mailWatch }: Props) {
    alarmTopics.alarm(this, 'MailWorkerStopped', {
      alarmDescription:
        'The email worker has not run for 5 minutes: emails that could not be sent immediately stay unsent.',
      wakes: 'night/mail.md',
      metric: mailWorker.handler.metricInvocations({ period: fiveMinutes }),
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
    alarmTopics.alarm(this, 'MailWaits', {
      alarmDescription:
        'An email has been waiting for more than 15 minutes, or the waiting time is not being measured: invitations, verifications and password resets do not arrive.',
      wakes: 'night/mail.md',
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
    alarmTopics.alarm(this, 'MailPutAside', {
      alarmDescription: 'SES rejected an email, and it was set aside: its recipient will not get it.',
      metric: new LogMetric(this, 'parked-mails', {
        log: mailWorker.log,
        where: { message: ['mail parked'] },
        period: fiveMinutes,
      }).metric,
      threshold: 1,
    })
    alarmTopics.alarm(this, 'LargeSender', {
      alarmDescription:
        'One organization sends more than a fifth of a day’s messages to recipients: if they are unwanted, SES may stop all our email.',
      metric: new LogMetric(this, 'large-senders', {
        log: mailWorker.log,
        where: { message: ['large sender'] },
        period: fiveMinutes,
      }).metric,
      threshold: 1,
    })
    alarmTopics.alarm(this, 'DeliveriesStay', {
      alarmDescription: 'Deliveries could not be unassigned from someone who has left: no one will deliver them.',
      metric: new LogMetric(this, 'not-taken-back', {
        log: mailWorker.log,
        where: { message: ['deliveries not taken back'] },
        period: fiveMinutes,
      }).metric,
      threshold: 1,
    })
  }

  private addEventAlarms({ alarmTopics, eventCopy }: Props) {
    alarmTopics.alarm(this, 'EventsNotCopied', {
      alarmDescription: 'Event copying did not start yesterday: an overwritten event might not be detected.',
      metric: sumMetrics([eventCopy.handler.metricInvocations({ period: oneDay })], oneDay),
      byCalendar: true,
      threshold: 1,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
  }

  private addAutomationAlarms({ alarmTopics, migrating, exporting }: Props) {
    alarmTopics.alarm(this, 'MigrationFailed', {
      alarmDescription:
        'A migration of stored items has given up: lists and filters of the newest release may lack older items.',
      metric: migrating.metricFailed({ period: fiveMinutes }),
      threshold: 1,
    })
    alarmTopics.alarm(this, 'ExportFailed', {
      alarmDescription: 'An export of all data has failed: the organization was told, and can start another.',
      metric: exporting.metricFailed({ period: fiveMinutes }),
      threshold: 1,
    })
    // This covers every rule of the account, including those of later releases.
    alarmTopics.alarm(this, 'RulesFailed', {
      alarmDescription:
        'A scheduled run or the reaction to an event could not be started, for example for lack of a right.',
      metric: new MathExpression({
        expression: 'SELECT SUM(FailedInvocations) FROM SCHEMA("AWS/Events", RuleName)',
        period: fiveMinutes,
      }),
      threshold: 1,
    })
  }

  /**
   * Adds alarms that go off before SES stops all mail of the account, which it may do from a bounce rate of 10 % or a complaint
   * rate of 0.5 % on.
   */
  private addReputationAlarms({ alarmTopics }: Props) {
    const volume = new Metric({ namespace: 'AWS/SES', metricName: 'Send', statistic: 'Sum', period: sixHours })
    const reputation = (metricName: string) =>
      rateIfEnoughVolume({
        volume,
        least: 20,
        rate: new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: sixHours }),
        period: sixHours,
      })
    alarmTopics.alarm(this, 'MailBounces', {
      alarmDescription: 'More than 5% of emails bounce: SES may soon stop all email from this account.',
      metric: reputation('Reputation.BounceRate'),
      threshold: 0.05,
    })
    alarmTopics.alarm(this, 'MailComplaints', {
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
