import { expect, test } from 'vitest'
import type { User } from '#shared/model/account.ts'
import type { Run } from '#shared/model/run.ts'
import { leavingText } from '../../web/features/people/leaving-text.ts'

const user = (open_deliveries: number) => ({ open_deliveries, full_name: 'Dave Driver' }) as User
const none = { cash: 0, check: 0, card: 0, prepaid: 0, none: 0, unspecified: 0 }
const run = (statuses: readonly string[], cash = 0, waiting = 0) =>
  ({
    waiting,
    deliveries: statuses.map((status) => ({ status, returned_at: null })),
    counts: { out: statuses.filter((status) => status === 'in_progress').length },
    to_close: { collected: { ...none, cash } },
  }) as unknown as Run

test('says what is in the car, what was collected, and what becomes unassigned', () => {
  expect(leavingText(user(0), undefined)).toBe('')
  expect(leavingText(user(1), undefined)).toBe('1 open delivery will become unassigned.')
  expect(leavingText(user(3), run(['assigned', 'assigned', 'assigned']))).toBe(
    '3 open deliveries will become unassigned.',
  )
  expect(
    leavingText(user(4), run(['in_progress', 'in_progress', 'failed', 'delivered', 'assigned', 'assigned'], 3)),
  ).toBe(
    '3 packages are in the car. They stay with Dave Driver until back or taken over. $3.00 was collected and isn’t handed over. The phone may have deliveries that weren’t sent. They can be handed to the pharmacy for 24 hours. 2 other open deliveries will become unassigned.',
  )
})

test('says how many deliveries the phone has reported as not sent', () => {
  const phone = (waiting: number) => leavingText(user(1), run(['in_progress'], 0, waiting))
  expect(phone(1)).toContain('The phone has 1 delivery that wasn’t sent. They can be handed')
  expect(phone(2)).toContain('The phone has 2 deliveries that weren’t sent. They can be handed')
  expect(leavingText(user(0), run(['delivered'], 0, 1))).toContain('The phone has 1 delivery that wasn’t sent.')
})
