import type { PermissionKey, ProductGroupKey, ProductKey } from '#shared/model/catalogue.ts'
import { manageDeliveries, viewDeliveries } from '#shared/rules/permissions.ts'
import { paths } from './paths.ts'

/** Where a product's screens are, and the permission that shows its menu entry and its card. */
interface Module {
  product: ProductKey
  group: ProductGroupKey
  label: string
  permission: PermissionKey
  path: string
}

export const modules: readonly Module[] = [
  {
    product: 'delivery',
    group: 'pharmacy',
    label: 'Delivery Management',
    permission: 'delivery.view_orders',
    path: paths.deliveries,
  },
  {
    product: 'document_mgmt',
    group: 'pharmacy',
    label: 'Documents',
    permission: 'document_mgmt.view_docs',
    path: paths.documents,
  },
  {
    product: 'inventory_mgmt',
    group: 'pharmacy',
    label: 'Inventory',
    permission: 'inventory_mgmt.check_stock',
    path: paths.inventory,
  },
  {
    product: 'speech_emr',
    group: 'medical',
    label: 'Speech EMR',
    permission: 'speech_emr.view_patient_notes',
    path: paths.speechEmr,
  },
  {
    product: 'docfinder',
    group: 'medical',
    label: 'DocFinder',
    permission: 'docfinder.search_doctors',
    path: paths.docFinder,
  },
]

/** Leads to the organisation's subscription portal. */
export const subscriptionLabel = 'Manage Subscription'

/** Pages of the pharmacy that are no product of their own, and who they are for. */
export const pharmacyPages = [
  { label: 'My Run', path: paths.myRun, rule: viewDeliveries },
  { label: 'Audit packet', path: paths.audit, rule: manageDeliveries },
] as const

/** What tenant administrators manage. */
export const adminPages = [
  { label: 'Users', path: paths.users, description: 'Invite people, give them roles, deactivate them.' },
  { label: 'Roles', path: paths.roles, description: 'Decide what each role may do.' },
  { label: 'Activity', path: paths.activity, description: 'Who did what, and who looked.' },
  { label: 'Tenant Settings', path: paths.tenantSettings, description: 'Details of your organisation.' },
] as const
