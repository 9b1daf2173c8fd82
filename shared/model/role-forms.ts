import * as z from 'zod/mini'
import { productKeyByPermission } from './catalogue.ts'
import { distinctList, limitTextLength, notes, optionalNotes, requiredText, textLimit } from './fields.ts'
import { lazy } from './lazy.ts'

export const permissionKey = lazy(() => z.enum([...productKeyByPermission.keys()], 'Unknown permission'))

const permissions = () => distinctList(permissionKey(), { limit: 200, noun: 'permissions' })

/**
 * A role's name. It is stored in the normal form NFC, in which names are compared. In this form one character can become three, so
 * the length is checked again after the conversion.
 */
const name = () =>
  requiredText('Role name is required').check(
    z.overwrite((name) => name.normalize('NFC')),
    limitTextLength(textLimit),
  )

export const roleForm = lazy(() =>
  z.object({
    name: name(),
    description: optionalNotes(),
    permissions: z._default(permissions(), []),
  }),
)
export type RoleForm = z.output<ReturnType<typeof roleForm>>

/** A change of a role. A missing field keeps its value. */
export const roleEdit = lazy(() =>
  z.partial(z.object({ name: name(), description: notes(), permissions: permissions() })),
)
