import { expect, test } from 'vitest'
import { groupPermissionsByProduct } from '../../web/features/people/permission-groups.ts'

const permission = (key: string) => ({ key, name: key, description: '', product_key: key.split('.')[0] ?? '' })

test('permissions are grouped by product key, with its first underscore as a space', () => {
  const [viewOrders, viewDocs, createOrders, notes] = [
    permission('delivery.view_orders'),
    permission('document_mgmt.view_docs'),
    permission('delivery.create_orders'),
    permission('a_b_c.view_patient_notes'),
  ]
  expect(groupPermissionsByProduct([viewOrders, viewDocs, createOrders, notes])).toEqual([
    { product: 'delivery', heading: 'delivery Module', permissions: [viewOrders, createOrders] },
    { product: 'document_mgmt', heading: 'document mgmt Module', permissions: [viewDocs] },
    { product: 'a_b_c', heading: 'a b_c Module', permissions: [notes] },
  ])
})

test('no permissions means no groups', () => {
  expect(groupPermissionsByProduct([])).toEqual([])
})
