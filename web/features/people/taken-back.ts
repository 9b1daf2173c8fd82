import type { User } from '#shared/model/account.ts'

/** What happens to the deliveries of a user who leaves; '' if they have none. */
export function takenBack({ open_deliveries: open }: User): string {
  if (open === 0) return ''
  return open === 1 ? '1 open delivery becomes unassigned.' : `${open} open deliveries become unassigned.`
}
