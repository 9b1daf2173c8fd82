import type { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch'

/**
 * Most metrics say nothing where nothing happened, and a sum with a part that says nothing says nothing: each part counts as 0
 * then. `FILL` also brings an alarm back that would stay: alarms on DynamoDB's own metrics ignore silence, whatever they are told.
 */
export const sumOf = (metrics: readonly IMetric[], period: Duration) => {
  const named = Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric]))
  const expression = Object.keys(named)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ')
  return new MathExpression({ expression, usingMetrics: named, period })
}

interface Gated {
  /** What has to have happened so often in a period, for `rate` to mean anything. */
  volume: IMetric
  least: number
  rate: IMetric
  period: Duration
}

/** A rate, and 0 where it would be the rate of next to nothing. */
export const whereEnough = ({ volume, least, rate, period }: Gated) =>
  new MathExpression({
    expression: `IF(FILL(volume, 0) >= ${least}, FILL(rate, 0), 0)`,
    usingMetrics: { volume, rate },
    period,
  })

/** How many in a hundred of `volume` are `part`, and 0 where there are too few to tell. */
export const percentage = ({ volume, least, part, period }: Omit<Gated, 'rate'> & { part: IMetric }) =>
  new MathExpression({
    expression: `IF(FILL(volume, 0) >= ${least}, 100 * FILL(part, 0) / FILL(volume, 1), 0)`,
    usingMetrics: { volume, part },
    period,
  })
