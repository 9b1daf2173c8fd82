import type { User } from '#shared/model/account.ts'

/** The text that says what happens to the deliveries of a user who leaves; '' if the user has none. */
export function unassignedDeliveriesText({ open_deliveries: open }: User): string {
  if (open === 0) return ''
  return open === 1 ? '1 open delivery becomes unassigned.' : `${open} open deliveries become unassigned.`
}
