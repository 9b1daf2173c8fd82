import { describe, expect, it, test } from 'vitest'
import { areaNeeds, functionAreas } from '#infra/area-needs.ts'
import { listRoutes } from '#shared/api/areas.ts'
import { type AlarmProperties, type AlarmState, type MetricReport, nextState, statesOf } from './alarm-states.ts'
import { evaluateMath } from './metric-math.ts'
import { resourcesOf } from './policies.ts'
import { synthesise } from './synthesise.ts'

const alarms = new Map(
  resourcesOf(synthesise('prod').template)
    .of('AWS::CloudWatch::Alarm')
    .map(({ Properties }): [string, AlarmProperties] => {
      const alarm = JSON.parse(JSON.stringify(Properties))
      return [alarm.AlarmName.replace('carelane-prod-', ''), alarm]
    }),
)

describe('CloudWatch, as described in its user guide:', () => {
  // Data points with the newest last: 0 is below the threshold, X breaches it, and - is missing.
  it.each([
    ['0-X-X', 3, 'OK', 'OK', 'OK', 'OK'],
    ['0----', 3, 'OK', 'OK', 'OK', 'OK'],
    ['-----', 3, 'INSUFFICIENT_DATA', 'before', 'ALARM', 'OK'],
    ['0XX-X', 3, 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
    ['--X--', 3, 'ALARM', 'before', 'ALARM', 'OK'],
    ['----X', 3, 'OK', 'OK', 'ALARM', 'OK'],
    ['0-X-X', 2, 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
    ['00X0X', 2, 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
    ['0-X--', 2, 'OK', 'OK', 'ALARM', 'OK'],
    ['----0', 2, 'OK', 'OK', 'ALARM', 'OK'],
    ['---X-', 2, 'ALARM', 'before', 'ALARM', 'OK'],
  ])('%s, %i of 3', (points, datapointsToAlarm, missing, ignore, breaching, notBreaching) => {
    const rule = { threshold: 1, comparison: 'GreaterThanOrEqualToThreshold', evaluationPeriods: 3, datapointsToAlarm }
    const series = [...points].map((point) => (point === '-' ? undefined : Number(point === 'X')))
    for (const [treatment, expected] of Object.entries({ missing, ignore, breaching, notBreaching }))
      for (const before of ['OK', 'ALARM'] as const)
        expect([treatment, nextState(series, { ...rule, missing: treatment }, before)]).toEqual([
          treatment,
          expected === 'before' ? before : expected,
        ])
  })

  test('a sum with a missing value is missing unless the value is filled', () => {
    const series = { a: [1, undefined, 3], b: [1, 2, undefined] }
    expect(evaluateMath('a + b', series, 3)).toEqual([2, undefined, undefined])
    expect(evaluateMath('FILL(a, 0) + FILL(b, 0)', series, 3)).toEqual([2, 2, 3])
    expect(evaluateMath('IF(FILL(a, 0) >= 3, 100 * FILL(b, 0) / FILL(a, 1), 0)', series, 3)).toEqual([0, 0, 0])
    expect(evaluateMath('IF(a > 2, 7 - 2 * 3, 0)', series, 3)).toEqual([0, undefined, 1])
  })
})

type Reports = Readonly<Record<string, MetricReport>>

interface Tried {
  /** Reports of the alarm's metrics that must not set it off. Missing data must not either, unless `isLifeSign` is set. */
  well?: readonly Reports[]
  /** Reports that must each set off the alarm. */
  trouble: readonly Reports[]
  /** The alarm must go off after at most this many minutes of trouble. */
  rings: number
  /** How many minutes the trouble lasts. By default three hours. */
  lasts?: number
  /** If true, missing data means trouble as well. */
  isLifeSign?: true
  /** If set, missing data does not end this alarm: only these reports do. */
  endsWith?: Reports
}

const always =
  (value: number): MetricReport =>
  () =>
    value
/** Reports the value once in every period of this many minutes. */
const every =
  (minutes: number, value: number): MetricReport =>
  (minute) =>
    minute % minutes === 0 ? value : undefined
/** Reports the value in a single minute of the trouble. */
const once =
  (value: number, at = 0): MetricReport =>
  (minute) =>
    minute === at ? value : undefined
const [hour, day] = [60, 1440]
/** The functions whose callers wait for a response. */
const waitedFor = [...new Set(listRoutes().map(({ area }) => area)), 'edge']

const aFunction: Tried = {
  well: [{ Errors: always(0), Throttles: always(0) }, { Errors: every(7, 0) }],
  trouble: [{ Errors: once(1) }, { Throttles: once(1) }, { Errors: always(0), Throttles: every(5, 3) }],
  rings: 5,
}
/**
 * A function of which throttled calls are no trouble, because Lambda repeats them automatically. A call that Lambda gives up becomes a
 * dead letter, for which there is another alarm.
 */
const aPatientFunction: Tried = {
  well: [{ Errors: every(7, 0) }, { Errors: always(0), Throttles: every(5, 3) }],
  trouble: [{ Errors: once(1) }, { Errors: every(5, 1) }],
  rings: 5,
}
/** A function whose failures wake someone, if they go on. */
const aWakingFunction: Tried = {
  well: [{ Errors: always(0) }, { Errors: once(1) }, { Errors: (minute) => (minute % hour < 8 ? 1 : 0) }],
  trouble: [{ Errors: always(1) }, { Throttles: every(3, 1) }],
  rings: 15,
}
/** A new version that takes a tenth of the calls. */
const aNewVersion = (area: string): Tried => ({
  well: [
    { Invocations: always(10), Errors: always(0) },
    // Two failed calls are no reason to undo a release, and neither are few among many.
    { Invocations: always(1), Errors: once(1), [`${area}-failed-calls`]: once(1) },
    { Invocations: always(100), Errors: always(1), [`${area}-failed-calls`]: always(1) },
  ],
  trouble: [
    { Invocations: always(1), Errors: always(1) },
    ...(area === 'edge' ? [] : [{ Invocations: always(20), [`${area}-failed-calls`]: always(2) }]),
  ],
  rings: 5,
})
const aQueue: Tried = {
  trouble: [{ ApproximateNumberOfMessagesVisible: (minute) => (minute < 5 ? 1 : undefined) }],
  rings: 1,
  endsWith: { ApproximateNumberOfMessagesVisible: always(0) },
}
const throttles = (kind: 'Read' | 'Write'): Tried => ({
  well: [
    { [`${kind}ThrottleEvents`]: every(30, 4) },
    // For a few minutes the table grows.
    { [`${kind}ThrottleEvents`]: once(100) },
  ],
  trouble: [
    { [`${kind}ThrottleEvents of rows_by_status`]: always(2) },
    { [`${kind}ThrottleEvents of by_patient`]: always(1), [`${kind}ThrottleEvents of rows_by_pharmacist`]: always(1) },
  ],
  rings: 10,
})
/** A rule for what someone does in the account. */
const anEvent: Tried = { trouble: [{ TriggeredRules: once(1) }], rings: 5 }
const reputation = (metric: string, bad: number): Tried => ({
  well: [
    { Send: always(1), [metric]: always(bad / 10) },
    // One bounce among three emails says nothing about the reputation.
    { Send: every(120, 1), [metric]: always(0.33) },
    { Send: always(1) },
  ],
  trouble: [{ Send: always(1), [metric]: every(hour, bad) }],
  rings: 6 * hour,
  lasts: 18 * hour,
})

/** Every alarm with the reports to test it. A new alarm without an entry makes the test fail. */
const tried: Readonly<Record<string, Tried>> = {
  'Alarms-ServerErrors': {
    well: [{ '5xx': always(0) }, { '5xx': every(5, 1) }, { '5xx': every(30, 4) }],
    trouble: [{ '5xx': once(5) }, { '5xx': always(1) }],
    rings: 5,
  },
  'Alarms-Slow': {
    well: [
      { Count: always(10), Latency: always(800) },
      // At night, a slow cold start is one of only a few calls.
      { Count: every(5, 3), Latency: every(5, 6000) },
      // Ten slow minutes in every hour are no trouble.
      { Count: always(10), Latency: (minute) => (minute % hour < 10 ? 5000 : 500) },
    ],
    trouble: [
      { Count: always(10), Latency: always(4000) },
      { Count: always(10), Latency: every(5, 4000) },
    ],
    rings: 20,
  },
  'Alarms-Refusals': {
    well: [
      { Count: always(60), '4xx': always(10) },
      { Count: always(60) },
      { Count: every(1, 10), '4xx': every(1, 10) },
      { Count: (minute) => (minute % hour < 5 ? 200 : 10), '4xx': (minute) => (minute % hour < 5 ? 200 : 1) },
    ],
    trouble: [{ Count: always(60), '4xx': always(40) }],
    rings: 15,
  },
  PagesFail: {
    well: [
      { Requests: always(100), '5xxErrorRate': always(0.1) },
      { Requests: every(3, 1), '5xxErrorRate': every(3, 100) },
      { Requests: always(100) },
    ],
    trouble: [{ Requests: always(30), '5xxErrorRate': always(20) }],
    rings: 5,
  },
  'Alarms-FailedSignIns': {
    well: [{ 'failed-sign-ins': always(5) }, { 'failed-sign-ins': every(20, 90) }],
    trouble: [{ 'failed-sign-ins': once(100) }, { 'failed-sign-ins': always(30) }],
    rings: 5,
  },
  'Alarms-Throttled': {
    well: [{ 'throttled-calls': every(10, 9) }],
    trouble: [{ 'throttled-calls': once(10) }, { 'throttled-calls': always(3) }],
    rings: 5,
  },
  'Alarms-ReadsThrottled': throttles('Read'),
  'Alarms-WritesThrottled': throttles('Write'),
  'Alarms-MailWorkerStopped': { well: [{ Invocations: always(1) }], trouble: [{}], rings: 25, isLifeSign: true },
  'Alarms-MailWaits': {
    well: [
      { 'oldest-mail': every(5, 0) },
      { 'oldest-mail': every(5, 800) },
      { 'oldest-mail': (minute) => (minute % 5 === 0 ? (minute % hour === 30 ? 1000 : 0) : undefined) },
    ],
    trouble: [{ 'oldest-mail': (minute) => (minute % 5 === 0 ? minute * 60 : undefined) }, {}],
    rings: 35,
    isLifeSign: true,
  },
  'Alarms-MailPutAside': { trouble: [{ 'parked-mails': once(1) }], rings: 5 },
  'Alarms-LargeSender': { trouble: [{ 'large-senders': once(1) }], rings: 5 },
  'Alarms-DeliveriesStay': { trouble: [{ 'not-taken-back': once(1) }], rings: 5 },
  'Alarms-EventsNotCopied': {
    // Every other day, the run of 6:00 begins late.
    well: [
      { Invocations: (minute) => (minute % day === 6 * hour + (Math.floor(minute / day) % 2) * 90 ? 1 : undefined) },
    ],
    trouble: [{}],
    rings: day,
    lasts: 5 * day,
    isLifeSign: true,
  },
  'Alarms-MigrationFailed': { trouble: [{ ExecutionsFailed: once(1) }], rings: 5 },
  'Alarms-ExportFailed': { trouble: [{ ExecutionsFailed: once(1) }], rings: 5 },
  'Alarms-RulesFailed': { trouble: [{ FailedInvocations: once(1) }], rings: 5 },
  'Account-KeyLost': anEvent,
  'Account-TableDeleted': anEvent,
  'Account-TrailStopped': anEvent,
  'Account-RootUsed': anEvent,
  'Account-RightsChanged': anEvent,
  'Alarms-MailBounces': reputation('Reputation.BounceRate', 0.06),
  'Alarms-MailComplaints': reputation('Reputation.ComplaintRate', 0.002),
  'Backups-JobFailed': { trouble: [{ NumberOfBackupJobsFailed: once(1) }], rings: hour },
  'Backups-CopyFailed': { trouble: [{ NumberOfCopyJobsFailed: once(1) }], rings: hour },
  'Backups-Missing': {
    // A backup is completed every week, in turn 10 minutes and two hours after seven o'clock.
    well: [
      {
        NumberOfBackupJobsCompleted: (minute) =>
          minute % (7 * day) === 7 * hour + (minute % (14 * day) < day ? 10 : 120) ? 1 : undefined,
      },
    ],
    trouble: [{}],
    rings: 7 * day,
    lasts: 14 * day,
    isLifeSign: true,
  },
  CertificateEnds: {
    well: [{ DaysToExpiry: every(12 * hour, 200) }],
    trouble: [{ DaysToExpiry: every(12 * hour, 29) }],
    rings: 2 * day,
    lasts: 3 * day,
    endsWith: { DaysToExpiry: every(12 * hour, 395) },
  },
  'Outside-Unreachable': {
    well: [{ HealthCheckStatus: always(1) }],
    trouble: [{ HealthCheckStatus: always(0) }, {}],
    rings: 5,
    isLifeSign: true,
  },
  ReplicationFailed: {
    well: [{ OperationsFailedReplication: always(0) }],
    trouble: [{ OperationsFailedReplication: once(1) }],
    rings: 5,
  },
  ...Object.fromEntries(
    functionAreas.map((area) => {
      const { wakes, later } = areaNeeds[area]
      return [`${area}-Failing`, wakes ? aWakingFunction : later?.lost ? aPatientFunction : aFunction]
    }),
  ),
  ...Object.fromEntries(waitedFor.map((area) => [`Shift-${area}-NewVersion`, aNewVersion(area)])),
  'feedback-Dead-Waiting': aQueue,
}

test('every alarm is tested', () => {
  expect([...alarms.keys()].sort()).toEqual(Object.keys(tried).sort())
})

const from = (reports: Reports, begin: number): Reports =>
  Object.fromEntries(
    Object.entries(reports).map(([name, report]) => [
      name,
      (minute: number) => (minute < begin ? undefined : report(minute - begin)),
    ]),
  )

/** Joins parts into one series of reports. Each part begins at its minute and ends where the next one begins. */
function inTurn(...parts: readonly (readonly [begin: number, reports: Reports])[]): Reports {
  const names = new Set(parts.flatMap(([, reports]) => Object.keys(reports)))
  const at = (name: string) => (minute: number) => {
    const [begin, reports] = parts.findLast(([start]) => start <= minute) ?? [0, {}]
    return from(reports, begin)[name]?.(minute)
  }
  return Object.fromEntries([...names].map((name) => [name, at(name)]))
}

describe.each(Object.entries(tried))(
  'the alarm %s',
  (name, { well = [], trouble, rings, lasts = 3 * hour, isLifeSign, endsWith }) => {
    const alarm = alarms.get(name)
    if (!alarm) throw new Error(`There is no alarm ${name}`)
    const calm = 2 * lasts
    const states = (reports: Reports, minutes: number) => statesOf(alarm, reports, minutes)
    const ringing = (found: readonly { state: AlarmState }[]) => found.some(({ state }) => state === 'ALARM')

    it('is silent in normal operation', () => {
      for (const reports of [...well, ...(isLifeSign ? [] : [{}])]) expect(ringing(states(reports, calm))).toBe(false)
    })

    it('goes off in time, and ends when the trouble is over', () => {
      const before = isLifeSign ? (well[0] ?? {}) : {}
      const after = endsWith ?? (isLifeSign ? (well[0] ?? {}) : {})
      for (const reports of trouble) {
        const found = states(inTurn([0, before], [calm, reports], [calm + lasts, after]), calm + 3 * lasts)
        const first = found.find(({ state }) => state === 'ALARM')?.minute ?? Number.POSITIVE_INFINITY
        expect(first).toBeGreaterThan(calm)
        expect(first).toBeLessThanOrEqual(calm + rings)
        expect(found.at(-1)?.state).toBe('OK')
      }
    })

    it('stays on if only a report can end it', () => {
      if (!endsWith) return
      for (const reports of trouble) expect(states(reports, 2 * day).at(-1)?.state).toBe('ALARM')
    })
  },
)
