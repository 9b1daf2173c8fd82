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
const extraPeriods = 2

/**
 * Returns an alarm's next state, from its previous state and its data points (newest last). The rules are those of the CloudWatch
 * user guide with the tables of "Configuring how CloudWatch alarms treat missing data"; a test compares the results with these
 * tables.
 */
export function nextState(points: Series, rule: AlarmRule, before: AlarmState): AlarmState {
  const { evaluationPeriods: periods, datapointsToAlarm: needed, missing } = rule
  const range = points.slice(-(periods + extraPeriods))
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
  Metrics?: { Id: string; Expression?: string; Period?: number; MetricStat?: MetricStat; ReturnData?: boolean }[]
  EvaluationWindow?: { WallClockWindow?: object }
}

const hour = 60

/**
 * Returns the states of an alarm whenever CloudWatch looks, according to what its metrics report. A metric without a report has no
 * data. Minute 0 is the beginning of a calendar week, in which all shorter periods begin too.
 */
export function statesOf(alarm: AlarmProperties, reports: Readonly<Record<string, MetricReport>>, minutes: number) {
  const rule: AlarmRule = {
    threshold: alarm.Threshold,
    comparison: alarm.ComparisonOperator,
    evaluationPeriods: alarm.EvaluationPeriods,
    datapointsToAlarm: alarm.DatapointsToAlarm ?? alarm.EvaluationPeriods,
    missing: alarm.TreatMissingData ?? 'missing',
  }
  const period = periodOf(alarm)
  // By default, periods end whenever CloudWatch looks, and long ones therefore at every hour. In a calendar window they end where a
  // period of the calendar ends.
  const step = alarm.EvaluationWindow?.WallClockWindow ? period : Math.min(period, hour)
  const series = Array.from({ length: period / step }, (_, i) => pointsOf(alarm, shifted(reports, i * step), minutes))
  let state: AlarmState = 'INSUFFICIENT_DATA'
  const states: { minute: number; state: AlarmState }[] = []
  for (let end = period; end <= minutes; end += step) {
    const points = series[(end % period) / step] ?? []
    state = nextState(points.slice(0, Math.floor(end / period)), rule, state)
    states.push({ minute: end, state })
  }
  return states
}

const shifted = (reports: Readonly<Record<string, MetricReport>>, by: number) =>
  Object.fromEntries(Object.entries(reports).map(([name, report]) => [name, (minute: number) => report(minute + by)]))

/** Returns the period of all metrics of an alarm, in minutes. */
function periodOf({ Metrics, Period = 0 }: AlarmProperties): number {
  const periods = new Set(
    (Metrics ?? [{ Period }]).flatMap((each) => ('MetricStat' in each ? each.MetricStat?.Period : each.Period) ?? []),
  )
  const [period = 0, ...others] = periods
  if (others.length > 0) throw new Error('The metrics of an expression have one period')
  return period / 60
}

function pointsOf(alarm: AlarmProperties, reports: Readonly<Record<string, MetricReport>>, minutes: number): Series {
  const period = periodOf(alarm)
  const length = Math.floor(minutes / period)
  const aggregated = (name: string, statistic: string): Series =>
    Array.from({ length }, (_, at) => {
      const values = Array.from({ length: period }, (_, i) => reports[name]?.(at * period + i)).filter(
        (v) => v !== undefined,
      )
      return values.length === 0 ? undefined : aggregate(values, statistic)
    })
  if (!alarm.Metrics) return aggregated(alarm.MetricName ?? '', alarm.Statistic ?? alarm.ExtendedStatistic ?? '')
  const stats = alarm.Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, ...MetricStat }] : []))
  if (stats.length > 10) throw new Error('An alarm takes ten metrics')
  const expression = alarm.Metrics.find(({ Expression }) => Expression)?.Expression ?? ''
  const [, summed] = /^SELECT SUM\((\w+)\) FROM SCHEMA\("[\w/]+", \w+\)$/.exec(expression) ?? []
  if (summed) return aggregated(summed, 'Sum')
  const series = Object.fromEntries(stats.map(({ Id, Metric, Stat }) => [Id, aggregated(labelOf(Metric), Stat)]))
  return evaluateMath(expression, series, length)
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
