import { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { login } from '#shared/api/auth.ts'
import { routeKeyOf } from '#shared/api/contract.ts'
import type { AreaFunction } from './area-function.ts'
import type { HttpGateway } from './http-gateway.ts'
import { LogMetric } from './log-metric.ts'
import type { Watch } from './watch.ts'

interface Props {
  watch: Watch
  gateway: HttpGateway
  functions: readonly AreaFunction[]
  mailWorker: AreaFunction
  table: ITable
  distributionId: string
}

const minute = Duration.minutes(1)
const fiveMinutes = Duration.minutes(5)

/** The alarms of what staff and patients would notice; each function has one of its own, and so have dead letters. */
export class ProductAlarms extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    this.watchRequests(props)
    this.watchLimits(props)
    this.watchMail(props)
  }

  private watchRequests({ watch, gateway: { api, log }, distributionId }: Props) {
    watch.alarm(this, 'ServerErrors', {
      hurt: 'Calls fail: staff read that something went wrong, and what they entered is not saved.',
      metric: api.metricServerError({ period: fiveMinutes }),
      threshold: 5,
    })
    watch.alarm(this, 'Slow', {
      hurt: 'One call in a hundred takes more than 3 seconds: lists and completions hang at the counter and at the door.',
      metric: api.metricLatency({ statistic: 'p99', period: fiveMinutes }),
      threshold: 3000,
      periods: 3,
    })
    watch.alarm(this, 'Refusals', {
      hurt: 'More than half of all calls are refused: an attack, or nobody gets past the edge since its secret was changed.',
      metric: new MathExpression({
        expression: 'IF(calls > 100, 100 * refused / calls, 0)',
        usingMetrics: {
          calls: api.metricCount({ period: fiveMinutes }),
          refused: api.metricClientError({ period: fiveMinutes }),
        },
        period: fiveMinutes,
      }),
      threshold: 50,
      periods: 2,
    })
    watch.alarm(this, 'PagesFail', {
      hurt: 'The app does not open: CloudFront cannot get its files, or the gateway.',
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        statistic: 'Average',
        period: fiveMinutes,
      }),
      threshold: 5,
    })
    watch.alarm(this, 'FailedSignIns', {
      hurt: 'Many sign-ins fail: somebody tries passwords, or staff cannot get in.',
      metric: new LogMetric(this, 'failed-sign-ins', {
        log,
        where: { route: [routeKeyOf(login)], status: ['401', '429'] },
        period: fiveMinutes,
      }).metric,
      threshold: 100,
    })
  }

  private watchLimits({ watch, gateway, functions, table }: Props) {
    watch.alarm(this, 'Throttled', {
      hurt: 'The gateway turns calls away because there are more than its limit: staff read that they are too many.',
      metric: new LogMetric(this, 'throttled-calls', {
        log: gateway.log,
        // The function's own refusals have its status.
        where: { status: ['429'], function_status: ['-'] },
        period: fiveMinutes,
      }).metric,
      threshold: 10,
    })
    watch.alarm(this, 'FunctionsThrottled', {
      hurt: 'Calls fail because no more of a function may run at once: raise its concurrency or the quota of the account.',
      metric: sumOf(functions.map(({ handler }) => handler.metricThrottles({ period: fiveMinutes }))),
      threshold: 1,
    })
    watch.alarm(this, 'TableThrottled', {
      hurt: 'The table turns reads or writes away: calls get slow, then fail.',
      metric: sumOf(
        ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) =>
          table.metric(name, { statistic: 'Sum', period: fiveMinutes }),
        ),
      ),
      threshold: 10,
    })
  }

  private watchMail({ watch, mailWorker: { handler, log } }: Props) {
    watch.alarm(this, 'MailWorkerStopped', {
      hurt: 'The mail worker has not run for 5 minutes: mails that could not be sent at once stay unsent.',
      metric: handler.metricInvocations({ period: fiveMinutes }),
      threshold: 1,
      isLifeSign: true,
    })
    watch.alarm(this, 'MailWaits', {
      hurt: 'Mails have been failing for 15 minutes: invitations, verifications and password resets do not arrive.',
      metric: new LogMetric(this, 'unsent-mails', { log, where: { message: ['mail'] }, period: minute }).metric,
      threshold: 1,
      periods: 15,
    })
    watch.alarm(this, 'MailPutAside', {
      hurt: 'SES refused a mail five times and it was put aside: somebody waits for it in vain.',
      metric: new LogMetric(this, 'parked-mails', { log, where: { message: ['mail parked'] }, period: fiveMinutes })
        .metric,
      threshold: 1,
    })
    // SES judges the account, whatever the mail was sent for: at 10 % and 0.5 % it stops all of it.
    watch.alarm(this, 'MailBounces', {
      hurt: 'One mail in twenty bounces: SES is about to stop all mail of this account.',
      metric: reputation('Reputation.BounceRate'),
      threshold: 0.05,
    })
    watch.alarm(this, 'MailComplaints', {
      hurt: 'One mail in a thousand is reported as spam: SES is about to stop all mail of this account.',
      metric: reputation('Reputation.ComplaintRate'),
      threshold: 0.001,
    })
  }
}

const reputation = (metricName: string) =>
  new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Maximum', period: Duration.hours(1) })

function sumOf(metrics: readonly IMetric[]) {
  const named = Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric]))
  return new MathExpression({ expression: Object.keys(named).join(' + '), usingMetrics: named, period: fiveMinutes })
}
