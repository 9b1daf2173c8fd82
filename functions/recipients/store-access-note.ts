import type * as tracking from '#shared/api/tracking.ts'
import type { Operation } from '../http/operation.ts'
import { changeDoorDeliveries } from './change-door.ts'

/**
 * Stores a recipient's directions for getting into the building, on each package at this door that has yet to go out. The patient's
 * access notes belong to the pharmacy and are not changed.
 */
export const storeAccessNote: Operation<typeof tracking.storeAccessNote> = (request, services) =>
  changeDoorDeliveries(request, services, {
    action: 'recipient.access',
    change: ({ recipient_notes }) =>
      recipient_notes === request.body.access_notes
        ? undefined
        : {
            fields: { recipient_notes: request.body.access_notes },
            historyNote: { wish: 'access' },
            notes: 'Left access notes',
          },
  })
