import { evaluateMath, type Series } from './metric-math.ts'

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA'

interface AlarmRule {
  threshold: number
  comparison: string
  evaluationPeriods: number
  datapointsToAlarm: number
  missing: string
}

/** How many periods CloudWatch looks at beyond those that it evaluates, in case some data points are missing. */
const lookedBack = 2

/**
 * Returns an alarm's next state, from its former state and its data points (newest last). The rules are those of the CloudWatch
 * user guide with the tables of "Configuring how CloudWatch alarms treat missing data"; a test compares the results with these
 * tables.
 */
export function nextState(points: Series, rule: AlarmRule, before: AlarmState): AlarmState {
  const { evaluationPeriods: periods, datapointsToAlarm: needed, missing } = rule
  const range = points.slice(-(periods + lookedBack))
  const real = range.filter((point) => point !== undefined)
  if (real.length === 0)
    return { breaching: 'ALARM' as const, notBreaching: 'OK' as const, ignore: before }[missing] ?? 'INSUFFICIENT_DATA'
  const evaluated = real.slice(-periods)
  const breaching = evaluated.filter((point) => isBreaching(point, rule)).length
  const filled = periods - evaluated.length
  if (breaching + (missing === 'breaching' ? filled : 0) >= needed) return 'ALARM'
  if (filled === 0 || missing === 'breaching' || missing === 'notBreaching') return 'OK'
  // Too few data points are known to breach, but the alarm goes off all the same if every known one breaches and the oldest of them
  // is at least `needed` periods old.
  const oldest = range.findIndex((point) => point !== undefined)
  const isAlarming = real.every((point) => isBreaching(point, rule)) && range.length - oldest >= needed
  if (!isAlarming) return 'OK'
  return missing === 'ignore' ? before : 'ALARM'
}

function isBreaching(point: number, { comparison, threshold }: AlarmRule): boolean {
  if (comparison === 'GreaterThanOrEqualToThreshold') return point >= threshold
  if (comparison === 'LessThanThreshold') return point < threshold
  throw new Error(`This test does not know ${comparison}`)
}

/** What a metric reports in each minute, counted from the beginning. Undefined stands for no report. */
export type MetricReport = (minute: number) => number | undefined

interface MetricStat {
  Metric: { MetricName: string; Dimensions?: { Name: string; Value: unknown }[] }
  Period: number
  Stat: string
}

/** The properties of an alarm in a CloudFormation template. */
export interface AlarmProperties {
  AlarmName: string
  Threshold: number
  ComparisonOperator: string
  EvaluationPeriods: number
  DatapointsToAlarm?: number
  TreatMissingData?: string
  MetricName?: string
  Statistic?: string
  ExtendedStatistic?: string
  Period?: number
  Metrics?: { Id: string; Expression?: string; MetricStat?: MetricStat; ReturnData?: boolean }[]
}

/**
 * Returns the states of an alarm at the end of each period, according to what its metrics report. A metric without a report has no
 * data.
 */
export function statesOf(alarm: AlarmProperties, reports: Readonly<Record<string, MetricReport>>, minutes: number) {
  const { period, points } = pointsOf(alarm, reports, minutes)
  const rule: AlarmRule = {
    threshold: alarm.Threshold,
    comparison: alarm.ComparisonOperator,
    evaluationPeriods: alarm.EvaluationPeriods,
    datapointsToAlarm: alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods,
    missing: alarm.TreatMissingData ?? 'missing',
  }
  let state: AlarmState = 'INSUFFICIENT_DATA'
  return points.map((_, at) => {
    state = nextState(points.slice(0, at + 1), rule, state)
    return { minute: (at + 1) * period, state }
  })
}

function pointsOf(alarm: AlarmProperties, reports: Readonly<Record<string, MetricReport>>, minutes: number) {
  const aggregated = (name: string, statistic: string, period: number): Series =>
    Array.from({ length: Math.floor(minutes / period) }, (_, at) => {
      const values = Array.from({ length: period }, (_, i) => reports[name]?.(at * period + i)).filter(
        (v) => v !== undefined,
      )
      return values.length === 0 ? undefined : aggregate(values, statistic)
    })
  if (!alarm.Metrics) {
    const period = (alarm.Period ?? 0) / 60
    return {
      period,
      points: aggregated(alarm.MetricName ?? '', alarm.Statistic ?? alarm.ExtendedStatistic ?? '', period),
    }
  }
  const stats = alarm.Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, ...MetricStat }] : []))
  const [{ Period } = { Period: 0 }] = stats
  if (stats.some((stat) => stat.Period !== Period)) throw new Error('The metrics of an expression have one period')
  if (stats.length > 10) throw new Error('An alarm takes ten metrics')
  const series = Object.fromEntries(
    stats.map(({ Id, Metric, Stat }) => [Id, aggregated(labelOf(Metric), Stat, Period / 60)]),
  )
  const expression = alarm.Metrics.find(({ Expression }) => Expression)?.Expression ?? ''
  const period = Period / 60
  return { period, points: evaluateMath(expression, series, Math.floor(minutes / period)) }
}

/** Returns a metric's name. If the metric belongs to an index of the table, the name of the index follows. */
function labelOf({ MetricName, Dimensions = [] }: MetricStat['Metric']) {
  const index = Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName')
  return index ? `${MetricName} of ${String(index.Value)}` : MetricName
}

function aggregate(values: readonly number[], statistic: string): number {
  const sum = values.reduce((total, value) => total + value, 0)
  // For `SampleCount`, each value given to this test is already the number of samples in one minute.
  if (statistic === 'Sum' || statistic === 'SampleCount') return sum
  if (statistic === 'Average') return sum / values.length
  // With one value a minute, the 99th percentile is the highest value.
  if (statistic === 'Maximum' || statistic === 'p99') return Math.max(...values)
  if (statistic === 'Minimum') return Math.min(...values)
  throw new Error(`This test does not know the statistic ${statistic}`)
}
