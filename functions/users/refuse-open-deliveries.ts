import type { StoredUser } from '../data/entities.ts'
import { AppError } from '../http/app-error.ts'

/** 409 while deliveries are assigned to the user or on their way with them. */
export function refuseOpenDeliveries({ open_deliveries: open = 0 }: StoredUser): void {
  if (open <= 0) return
  const deliveries = open === 1 ? '1 open delivery' : `${open} open deliveries`
  throw new AppError(
    'conflict',
    `This user has ${deliveries}. Assign ${open === 1 ? 'it' : 'them'} to somebody else first.`,
  )
}

/** `atMost` of the write before which `refuseOpenDeliveries` was asked: none came meanwhile. */
export const noneOpen = { open_deliveries: 0 }
