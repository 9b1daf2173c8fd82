import type * as imports from '#shared/api/imports.ts'
import { createDeliveriesRule, permissionRefusalText, satisfiesRule } from '#shared/rules/permissions.ts'
import { aboutList } from '../data/subjects.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'

/** Records the event of an import before the client sends the first row. This request itself imports nothing. */
export const beginImport: Operation<typeof imports.beginImport> = async ({ body, caller, activity }, { newId }) => {
  const { kind, file_name, rows } = body
  if (kind === 'deliveries' && !satisfiesRule(caller.permissions, createDeliveriesRule))
    throw new AppError('forbidden', permissionRefusalText(createDeliveriesRule.named))
  const subject = kind === 'deliveries' ? 'delivery' : 'patient'
  const id = newId()
  await activity.record({
    action: `${subject}.imported`,
    ...aboutList(subject),
    query: { import_id: id, file_name, rows: String(rows) },
  })
  return { id }
}
