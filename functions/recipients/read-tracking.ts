import type * as tracking from '#shared/api/tracking.ts'
import type { Operation } from '../http/operation.ts'
import { findDoor } from './find-door.ts'
import { presentDoor } from './present-door.ts'

export const readTracking: Operation<typeof tracking.readTracking> = async ({ params }, services) =>
  presentDoor(await findDoor(services, params.token), services)
