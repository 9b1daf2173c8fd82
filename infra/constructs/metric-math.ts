import type { Duration } from 'aws-cdk-lib'
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch'

/**
 * Adds up metrics and treats missing data as 0. Most metrics have no data if nothing happened, and a sum with one missing term has
 * no data either. `FILL` also lets an alarm end: an alarm directly on one of DynamoDB's metrics ignores missing data, whatever its
 * settings.
 */
export const sumMetrics = (metrics: readonly IMetric[], period: Duration) => {
  const named = Object.fromEntries(metrics.map((metric, i) => [`m${i}`, metric]))
  const expression = Object.keys(named)
    .map((name) => `FILL(${name}, 0)`)
    .join(' + ')
  return new MathExpression({ expression, usingMetrics: named, period })
}

interface Gated {
  /** The number of events in a period. If it is below `least`, the rate is not meaningful. */
  volume: IMetric
  least: number
  rate: IMetric
  period: Duration
}

/** Returns a metric that is the rate, or 0 if the period has too few events to judge. */
export const rateIfEnoughVolume = ({ volume, least, rate, period }: Gated) =>
  new MathExpression({
    expression: `IF(FILL(volume, 0) >= ${least}, FILL(rate, 0), 0)`,
    usingMetrics: { volume, rate },
    period,
  })

/** Returns a metric that is `part` as a percentage of `volume`, or 0 if the volume is too small to judge. */
export const percentageIfEnoughVolume = ({ volume, least, part, period }: Omit<Gated, 'rate'> & { part: IMetric }) =>
  new MathExpression({
    expression: `IF(FILL(volume, 0) >= ${least}, 100 * FILL(part, 0) / FILL(volume, 1), 0)`,
    usingMetrics: { volume, part },
    period,
  })

/** The fewest failures by which a share counts. A single failure says nothing about a release. */
const leastFailures = 3

/** Returns a metric that is the percentage of calls that failed, or 0 if fewer than `leastFailures` failed. */
export function failedShare(counted: { calls: IMetric; failures: readonly IMetric[]; period: Duration }) {
  const { calls, failures, period } = counted
  const failed = failures.map((_, i) => `FILL(f${i}, 0)`).join(' + ')
  return new MathExpression({
    expression: `IF(${failed} >= ${leastFailures}, 100 * (${failed}) / FILL(calls, 1), 0)`,
    usingMetrics: { calls, ...Object.fromEntries(failures.map((metric, i) => [`f${i}`, metric])) },
    period,
  })
}
