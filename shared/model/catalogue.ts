// The product groups, the products and their permissions are part of the code, and the same for all tenants.

export const productGroups = [
  { key: 'pharmacy', name: 'Pharmacy', description: 'Deliveries, documents and inventory for a pharmacy.' },
  { key: 'medical', name: 'Medical Practice', description: 'Notes and appointments for a medical practice.' },
] as const

export type ProductGroupKey = (typeof productGroups)[number]['key']

export const products = [
  {
    key: 'delivery',
    name: 'Delivery Management',
    description: 'Plan, assign and track medication deliveries through to the signature at the door.',
    group_key: 'pharmacy',
    is_active: true,
    permissions: [
      {
        key: 'delivery.view_orders',
        name: 'View deliveries',
        description: 'See deliveries and complete them at the door.',
      },
      {
        key: 'delivery.create_orders',
        name: 'Create deliveries',
        description: 'Plan new deliveries, assign and manage them.',
      },
      {
        key: 'delivery.edit_orders',
        name: 'Edit deliveries',
        description: 'Edit, assign, cancel and delete deliveries.',
      },
    ],
  },
  {
    key: 'document_mgmt',
    name: 'Document Management',
    description: 'Keep the pharmacy’s documents in one place.',
    group_key: 'pharmacy',
    is_active: true,
    permissions: [
      { key: 'document_mgmt.view_docs', name: 'View documents', description: 'Read the pharmacy’s documents.' },
    ],
  },
  {
    key: 'inventory_mgmt',
    name: 'Inventory Management',
    description: 'Know what is in stock.',
    group_key: 'pharmacy',
    is_active: true,
    permissions: [{ key: 'inventory_mgmt.check_stock', name: 'Check stock', description: 'See what is in stock.' }],
  },
  {
    key: 'speech_emr',
    name: 'Speech EMR',
    description: 'Speech-to-text medical notes.',
    group_key: 'medical',
    is_active: true,
    permissions: [
      {
        key: 'speech_emr.view_patient_notes',
        name: 'View patient notes',
        description: 'Read patients’ medical notes.',
      },
    ],
  },
  {
    key: 'docfinder',
    name: 'DocFinder',
    description: 'Find and schedule doctors.',
    group_key: 'medical',
    is_active: true,
    permissions: [
      { key: 'docfinder.search_doctors', name: 'Search doctors', description: 'Find doctors and appointments.' },
    ],
  },
] as const

export type Product = (typeof products)[number]
export type ProductKey = Product['key']
export type PermissionKey = Product['permissions'][number]['key']

export const productKeyByPermission: ReadonlyMap<string, ProductKey> = new Map(
  products.flatMap((product) => product.permissions.map(({ key }) => [key, product.key] as const)),
)

/**
 * The roles that a tenant gets with its first subscription to a product of the role's group. `all` stands for every permission of
 * the group.
 */
export const systemRoles = [
  {
    group_key: 'pharmacy',
    name: 'Pharmacist',
    description: 'Full access to the pharmacy products.',
    permissions: 'all',
  },
  {
    group_key: 'pharmacy',
    name: 'Delivery Staff',
    description: 'Sees deliveries and completes them at the door.',
    permissions: ['delivery.view_orders'],
  },
  {
    group_key: 'medical',
    name: 'Clinician',
    description: 'Full access to the medical products.',
    permissions: 'all',
  },
] as const

/** Returns all permissions of the products in a group. */
export const permissionsOfGroup = (group: ProductGroupKey): PermissionKey[] =>
  products
    .filter((product) => product.group_key === group)
    .flatMap((product) => product.permissions.map(({ key }) => key))
