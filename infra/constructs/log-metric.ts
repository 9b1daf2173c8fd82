import { type Duration, Stack } from 'aws-cdk-lib'
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

interface Props {
  log: ILogGroup
  /** Each field of a line of JSON, and what it may be. */
  where: Readonly<Record<string, readonly string[]>>
  /** The field whose highest value of a period counts; else the lines are counted. */
  value?: string
  period: Duration
}

/** How many lines of a log are of one kind, or the highest number that one of them says. */
export class LogMetric extends Construct {
  readonly metric: Metric

  constructor(scope: Construct, id: string, { log, where, value, period }: Props) {
    super(scope, id)
    const fields = Object.entries(where).map(([field, values]) =>
      FilterPattern.any(...values.map((value) => FilterPattern.stringValue(`$.${field}`, '=', value))),
    )
    const filter = new MetricFilter(this, 'Filter', {
      logGroup: log,
      filterPattern: FilterPattern.all(...fields),
      metricNamespace: Stack.of(this).stackName,
      metricName: id,
      metricValue: value ? `$.${value}` : '1',
    })
    this.metric = filter.metric({ statistic: value ? 'Maximum' : 'Sum', period })
  }
}
