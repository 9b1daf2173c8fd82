import { describe, expect, test } from 'vitest'
import { type AttentionReason, attentionReasons } from '#shared/model/delivery-row.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { attentionReasonsOf } from '#shared/rules/attention.ts'
import { type NextStep, nextStepLabels, nextSteps } from '#shared/rules/next-steps.ts'

test.each<[DeliveryStatus, AttentionReason[], NextStep[]]>([
  ['unassigned', ['unassigned'], ['assign', 'call']],
  ['unassigned', ['return_soon', 'unassigned'], ['assign', 'return_to_stock', 'call']],
  ['unassigned', ['overdue'], ['reschedule', 'assign', 'call']],
  ['pending', ['overdue'], ['reschedule', 'call']],
  ['assigned', ['overdue'], ['reschedule', 'call']],
  ['assigned', ['return_over', 'overdue'], ['return_to_stock', 'reschedule', 'call']],
  ['assigned', ['return_soon'], ['return_to_stock', 'call']],
  ['in_progress', ['late'], ['call']],
  ['assigned', ['late'], ['reschedule', 'call']],
  ['in_progress', ['overdue'], ['call']],
  ['in_progress', ['return_over', 'overdue'], ['call']],
  ['in_progress', ['return_soon'], ['call']],
  ['failed', ['not_back', 'failed'], ['bring_back', 'call']],
  ['failed', ['return_over', 'not_back', 'failed'], ['bring_back', 'call']],
  ['failed', ['failed'], ['reschedule', 'return_to_stock', 'call']],
  ['failed', ['return_over', 'failed'], ['return_to_stock', 'reschedule', 'call']],
  ['delivered', ['call_back'], ['call', 'outcome']],
  ['in_progress', ['with_former'], ['assign', 'bring_back', 'call']],
  ['failed', ['with_former', 'not_back', 'failed'], ['bring_back', 'call']],
  ['assigned', ['asked'], ['move', 'keep', 'call']],
  ['in_progress', ['asked'], ['call']],
  ['delivered', ['handover'], ['confirm', 'call']],
  ['assigned', ['unsent', 'late'], ['settle', 'reschedule', 'call']],
  ['delivered', ['unsent'], ['settle', 'call']],
])('for %s and %j the next step is %j', (status, reasons, steps) => {
  const unsent = reasons.some((reason) => reason === 'unsent') ? [{ record: null }] : []
  expect(nextSteps(status, reasons, unsent)).toEqual(steps)
})

test('a record from the door is reviewed, and only a report without one is settled', () => {
  expect(nextSteps('in_progress', ['unsent'], [{ record: {} }])).toEqual(['review', 'call'])
  expect(nextSteps('in_progress', ['unsent'], [{ record: {} }, { record: null }])).toEqual(['review', 'settle', 'call'])
})

test('a delivery in progress is only called about, and a failed one is only returned or called about', () => {
  for (const reason of attentionReasons.filter(
    (one) => !['unsent', 'with_former', 'not_back', 'call_back', 'handover'].includes(one),
  )) {
    expect(nextSteps('in_progress', [reason])).toEqual(['call'])
    expect(nextSteps('failed', ['not_back', reason])).toEqual(['bring_back', 'call'])
  }
})

test('the next steps have these labels', () => {
  expect(Object.values(nextStepLabels)).toEqual([
    'Assign',
    'Back at the pharmacy',
    'Move',
    'Keep',
    'Reschedule',
    'Return to stock',
    'Confirm',
    'Review record',
    'Mark as settled',
    'Call',
    'Record call',
  ])
})

describe('a delivery is on the Attention list because', () => {
  const planned = {
    status: 'assigned' as const,
    delivery_date: '2026-11-23',
    time_range: '12:00-15:00',
    return_state: 'ok' as const,
    returned_at: null,
    call_back_due_at: null,
  }
  test.each<[string, Partial<Parameters<typeof attentionReasonsOf>[0]>, AttentionReason[]]>([
    ['nothing', {}, []],
    ['its day has passed', { delivery_date: '2026-11-22' }, ['overdue']],
    ['its slot has ended', { time_range: '09:00-12:00' }, ['late']],
    [
      'its slot has ended and it is unassigned',
      { time_range: '09:00-12:00', status: 'failed' },
      ['not_back', 'failed'],
    ],
    ['it is unassigned today', { status: 'unassigned' }, ['unassigned']],
    ['it is unassigned tomorrow', { status: 'unassigned', delivery_date: '2026-11-24' }, []],
    ['it is unassigned', { status: 'failed' }, ['not_back', 'failed']],
    ['it failed and was returned', { status: 'failed', returned_at: '2026-11-23T12:00:00Z' }, ['failed']],
    ['an action at its door was refused', { unsent: [{}] }, ['unsent']],
    ['its recipient asked for another day', { asked: {} }, ['asked']],
    ['its return date is near', { return_state: 'soon' }, ['return_soon']],
    [
      'of all reasons at once',
      { return_state: 'over', delivery_date: '2026-11-20', call_back_due_at: '2026-11-24T12:00:00Z' },
      ['return_over', 'overdue', 'call_back'],
    ],
  ])('%s', (_, change, reasons) => {
    expect(attentionReasonsOf({ ...planned, ...change }, { today: '2026-11-23', clock: '2026-11-23T12:00' })).toEqual(
      reasons,
    )
  })
})
