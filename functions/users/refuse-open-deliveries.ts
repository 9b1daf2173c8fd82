import type { DeliveryRow } from '#shared/model/delivery.ts'
import type { StoredUser } from '../data/entities.ts'
import { AppError } from '../http/app-error.ts'
import type { House } from '../http/house.ts'
import type { Caller } from '../http/operation.ts'

/** 409 while deliveries are assigned to the user or on their way with him. */
export async function refuseOpenDeliveries({ id }: StoredUser, { keys }: Caller, { table }: House): Promise<void> {
  const [assigned, inProgress] = await Promise.all(
    (['assigned', 'in_progress'] as const).map((status) =>
      table.queryAll<DeliveryRow>({ index: 'by_pharmacist', partition: keys.pharmacistPartition(id, status) }),
    ),
  )
  const open = (assigned?.length ?? 0) + (inProgress?.length ?? 0)
  if (open === 0) return
  const deliveries = open === 1 ? '1 open delivery' : `${open} open deliveries`
  throw new AppError(
    'conflict',
    `This user has ${deliveries}. Assign ${open === 1 ? 'it' : 'them'} to somebody else first.`,
  )
}
