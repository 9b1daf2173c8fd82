import type * as exports from '#shared/api/exports.ts'
import { aboutList } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'

/** Records the event of an export before the client reads the first page. This request itself reads nothing. */
export const exportList: Operation<typeof exports.exportList> = async ({ body, activity }) => {
  const { kind, filters } = body
  const subject = kind === 'deliveries' ? 'delivery' : 'patient'
  await activity.record({ action: `${subject}.exported`, ...aboutList(subject), query: filters })
}
