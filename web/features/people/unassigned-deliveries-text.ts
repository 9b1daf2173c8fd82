import type { User } from '#shared/model/account.ts'

/** Says what happens to the open deliveries of a user who is deleted or deactivated; '' if the user has none. */
export function unassignedDeliveriesText({ open_deliveries: open }: User): string {
  if (open === 0) return ''
  return open === 1 ? '1 open delivery will become unassigned.' : `${open} open deliveries will become unassigned.`
}
