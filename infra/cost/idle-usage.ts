import type { Usage } from './price-list.ts'

interface Resource {
  Type: string
  Properties?: Record<string, unknown>
}

/** A template as CloudFormation gets it. */
export interface CostedTemplate {
  Resources: Readonly<Record<string, Resource>>
}

const hoursOfMonth = 730

/** A scheduled run looks into each partition of the mail once and does nothing else: bench, `cpu`, and its log's three lines. */
const idleRun = { seconds: 0.05, queries: 8, logBytes: 900 }

/** What a month costs in which nobody calls: what is there, and what runs by the clock. */
export function idleUsage(template: CostedTemplate): Usage {
  const resources = Object.values(template.Resources)
  const count = (type: string) => resources.filter(({ Type }) => Type === type).length
  const of = (type: string) => resources.filter(({ Type }) => Type === type).map(({ Properties = {} }) => Properties)
  const alarmMetrics = of('AWS::CloudWatch::Alarm').flatMap(({ Metrics = [{ MetricStat: true }] }) =>
    [Metrics].flat().filter((metric) => Object(metric).MetricStat),
  )
  const rules = of('AWS::WAFv2::WebACL').flatMap(({ Rules = [] }) => Rules)
  const runs = of('AWS::Events::Rule').reduce((sum, { ScheduleExpression }) => sum + runsOfMonth(ScheduleExpression), 0)
  const memory = Math.max(0, ...of('AWS::Lambda::Function').map(({ MemorySize }) => Number(MemorySize ?? 128)))
  const isTrailed = count('AWS::CloudTrail::Trail') > 0
  return {
    keyMonth: count('AWS::KMS::Key'),
    secretMonth: count('AWS::SecretsManager::Secret'),
    firewallMonth: count('AWS::WAFv2::WebACL'),
    firewallRuleMonth: rules.length,
    dashboardMonth: count('AWS::CloudWatch::Dashboard'),
    alarmMetricMonth: alarmMetrics.length,
    customMetricMonth: of('AWS::Logs::MetricFilter').filter(saysSomething).length,
    lambdaCall: runs,
    lambdaGigabyteSecond: runs * idleRun.seconds * (memory / 1024),
    // A query that finds nothing costs a unit where it is consistent; the mail watch's are not, and cost half.
    readUnit: runs * idleRun.queries,
    logGigabyte: (runs * idleRun.logBytes) / 1e9,
    trace: runs,
    ...(isTrailed && { cloudTrailDataEvent: runs * idleRun.queries }),
  }
}

/** A metric is paid for in the hours in which it says something: one that counts lines says nothing when there are none. */
const saysSomething = ({ MetricTransformations }: Record<string, unknown>) =>
  [MetricTransformations].flat().some((made) => Object(made).MetricValue !== '1')

/** `rate(5 minutes)`, or `cron(0 6 * * ? *)` for once a day. */
function runsOfMonth(expression: unknown): number {
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(String(expression))) return hoursOfMonth / 24
  const [, every = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(expression)) ?? []
  const minutes = { minute: 1, hour: 60, day: 1440 }[unit]
  return minutes ? (hoursOfMonth * 60) / (Number(every) * minutes) : 0
}
