import { type Duration, Stack } from 'aws-cdk-lib'
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

interface Props {
  log: ILogGroup
  /** The fields of a JSON log line, each with the values that match. */
  where: Readonly<Record<string, readonly (string | number)[]>>
  /** The field whose highest value in a period is the metric. If undefined, the metric counts the matching lines. */
  value?: string
  period: Duration
}

/** A metric from a log: the number of matching lines, or the highest value that one of them contains. */
export class LogMetric extends Construct {
  readonly metric: Metric

  constructor(scope: Construct, id: string, { log, where, value, period }: Props) {
    super(scope, id)
    const fields = Object.entries(where).map(([field, values]) =>
      FilterPattern.any(
        ...values.map((value) =>
          typeof value === 'number'
            ? FilterPattern.numberValue(`$.${field}`, '=', value)
            : FilterPattern.stringValue(`$.${field}`, '=', value),
        ),
      ),
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
