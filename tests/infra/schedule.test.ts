import { describe, expect, it } from 'vitest'
import { nextRunAfter, type Schedule, scheduleExpression } from '#infra/schedule.ts'

const thursday = '2026-11-26T06:00:00.000Z'

describe('a schedule', () => {
  it.each<[Schedule, expression: string, next: string]>([
    [{ everyMinutes: 1 }, 'rate(1 minute)', '2026-11-26T06:01:00.000Z'],
    [{ everyMinutes: 5 }, 'rate(5 minutes)', '2026-11-26T06:05:00.000Z'],
    [{ at: '06:00' }, 'cron(0 6 * * ? *)', '2026-11-27T06:00:00.000Z'],
    [{ at: '23:05' }, 'cron(5 23 * * ? *)', '2026-11-26T23:05:00.000Z'],
    [{ at: '05:00', weekday: 'MON' }, 'cron(0 5 ? * MON *)', '2026-11-30T05:00:00.000Z'],
    [{ at: '07:00', weekday: 'THU' }, 'cron(0 7 ? * THU *)', thursday.replace('06:', '07:')],
    [{ at: '06:00', weekday: 'THU' }, 'cron(0 6 ? * THU *)', '2026-12-03T06:00:00.000Z'],
  ])('of %o runs as %s on AWS and at %s on a laptop', (schedule, expression, next) => {
    expect(scheduleExpression(schedule)).toBe(expression)
    expect(new Date(nextRunAfter(schedule, Date.parse(thursday))).toISOString()).toBe(next)
  })

  it.each(['24:00', '06:60', '6:x'] as const)('of %s is rejected', (at) => {
    expect(() => scheduleExpression({ at: at as '24:00' })).toThrow(`${at} is no time`)
  })
})
