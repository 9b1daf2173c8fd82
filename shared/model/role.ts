import * as z from 'zod/mini'
import { lazy } from '../api/contract.ts'
import { productOfPermission } from './catalogue.ts'
import { notesLimit, optionalText, requiredText, text } from './fields.ts'

const permissionKeys = () =>
  z
    .array(z.string('Unknown permission').check(z.refine((key) => productOfPermission.has(key), 'Unknown permission')))
    .check(
      z.maxLength(200, 'Must be at most 200 permissions'),
      z.overwrite((keys) => [...new Set(keys)]),
    )

/** The role form. */
export const roleForm = lazy(() =>
  z.object({
    name: requiredText('Role name is required'),
    description: optionalText(notesLimit),
    permissions: z._default(permissionKeys(), []),
  }),
)
export type RoleForm = z.output<ReturnType<typeof roleForm>>

/** A change of a role: what is missing stays. */
export const roleEdit = lazy(() =>
  z.partial(z.object({ name: roleForm().shape.name, description: text(notesLimit), permissions: permissionKeys() })),
)

export const role = lazy(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    is_system_role: z.boolean(),
    permissions: z.array(z.string()),
  }),
)
export type Role = z.output<ReturnType<typeof role>>
