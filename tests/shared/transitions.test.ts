import { describe, expect, test } from 'vitest'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import {
  allowedNextStatuses,
  canChangeStatus,
  initialStatus,
  isEditableStatus,
  isFinalStatus,
  isOpenStatus,
  statusAfterAssignment,
  transitionRefusalText,
} from '#shared/rules/transitions.ts'

/**
 * The changes of status that everyone may make, from the specification's table. Delivery administrators may also make those of
 * `byAdministrators`.
 */
const byEveryone: Record<DeliveryStatus, DeliveryStatus[]> = {
  pending: ['assigned'],
  unassigned: [],
  assigned: ['in_progress', 'cancelled'],
  in_progress: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
  failed: ['assigned'],
}
const byAdministrators: Partial<Record<DeliveryStatus, DeliveryStatus[]>> = {
  assigned: ['failed'],
  in_progress: ['failed'],
}

const pairs = deliveryStatuses.flatMap((from) => deliveryStatuses.map((to) => ({ from, to })))

describe.each(pairs)('from $from to $to', ({ from, to }) => {
  test('everyone can make the changes in the table', () => {
    expect(canChangeStatus(from, to, false)).toBe(byEveryone[from].includes(to))
  })
  test('an administrator can also set a delivery to failed', () => {
    const allowed = [...byEveryone[from], ...(byAdministrators[from] ?? [])]
    expect(canChangeStatus(from, to, true)).toBe(allowed.includes(to))
  })
})

test('screens offer only allowed status changes', () => {
  for (const from of deliveryStatuses) {
    for (const isAdmin of [true, false]) {
      expect(allowedNextStatuses(from, isAdmin)).toEqual(
        expect.arrayContaining(deliveryStatuses.filter((to) => canChangeStatus(from, to, isAdmin))),
      )
    }
  }
})

test.each([
  ['pending', 'assigned', 'pending'],
  ['unassigned', 'assigned', 'unassigned'],
  ['assigned', 'assigned', 'unassigned'],
  ['in_progress', 'in_progress', 'unassigned'],
  ['failed', 'assigned', 'failed'],
] as const)('a delivery that is %s becomes %s with a pharmacist and %s without one', (from, withOne, without) => {
  expect(statusAfterAssignment(from, 'somebody')).toBe(withOne)
  expect(statusAfterAssignment(from, null)).toBe(without)
})

test.each([
  [undefined, null, 'unassigned'],
  [undefined, 'somebody', 'assigned'],
  ['pending', null, 'pending'],
  ['pending', 'somebody', 'pending'],
] as const)('a new delivery requested as %s with pharmacist %s starts as %s', (requested, pharmacist, status) => {
  expect(initialStatus(requested, pharmacist)).toBe(status)
})

test('only delivered and cancelled are final', () => {
  expect(deliveryStatuses.filter(isFinalStatus)).toEqual(['delivered', 'cancelled'])
})

test('a delivery that can still be delivered is open', () => {
  expect(deliveryStatuses.filter(isOpenStatus)).toEqual(['pending', 'unassigned', 'assigned', 'in_progress'])
})

test('a delivery can be edited until it is in progress', () => {
  expect(deliveryStatuses.filter(isEditableStatus)).toEqual(['pending', 'unassigned', 'assigned'])
})

test('a rejected change names both statuses in words', () => {
  expect(transitionRefusalText('in_progress', 'delivered')).toBe('Cannot change status from in progress to delivered')
})
