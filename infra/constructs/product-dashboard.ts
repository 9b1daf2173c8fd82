import { Duration } from 'aws-cdk-lib'
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import type { AlarmTopics } from './alarm-topics.ts'
import type { AreaFunction } from './area-function.ts'
import type { HttpGateway } from './http-gateway.ts'

interface Props {
  environment: string
  alarmTopics: AlarmTopics
  gateway: HttpGateway
  functions: readonly AreaFunction[]
  table: ITable
  firewall: string
}

const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []) =>
  new GraphWidget({ title, left: [...left], right: [...right], width: 12, height: 6 })

/** One page that shows whether anything is wrong, and since when. */
export class ProductDashboard extends Construct {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { alarmTopics, functions, table } = props
    const { api } = props.gateway
    const each = (metric: (of: AreaFunction) => Metric) => functions.map((of) => metric(of).with({ label: of.node.id }))
    const consumed = (metricName: string) => table.metric(metricName, { statistic: 'Sum' })
    const mails = (metricName: string) => new Metric({ namespace: 'AWS/SES', metricName, statistic: 'Sum' })
    const dashboard = new Dashboard(this, 'Board', {
      dashboardName: `carelane-${props.environment}`,
      defaultInterval: Duration.hours(12),
    })
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: alarmTopics.alarms, width: 24, height: 5 }))
    dashboard.addWidgets(
      graph(
        'Calls: total, failed and refused',
        [api.metricCount()],
        [api.metricServerError(), api.metricClientError()],
      ),
      graph('Call duration (ms)', [api.metricLatency({ statistic: 'p50' }), api.metricLatency({ statistic: 'p99' })]),
      graph(
        'Function duration (ms), p99',
        each(({ handler }) => handler.metricDuration({ statistic: 'p99' })),
      ),
      graph(
        'Functions: errors and throttles',
        each(({ handler }) => handler.metricErrors()),
        each(({ handler }) => handler.metricThrottles()),
      ),
      graph('Table: read and write units', [
        consumed('ConsumedReadCapacityUnits'),
        consumed('ConsumedWriteCapacityUnits'),
      ]),
      graph('Emails sent, bounced and reported as spam', [mails('Send')], [mails('Bounce'), mails('Complaint')]),
      graph(
        'Firewall',
        [this.requests(props, 'AllowedRequests')],
        [this.requests(props, 'BlockedRequests'), this.requests(props, 'CountedRequests')],
      ),
    )
  }

  private requests({ firewall }: Props, metricName: string) {
    return new Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: firewall, Rule: 'ALL' },
      statistic: 'Sum',
    })
  }
}
