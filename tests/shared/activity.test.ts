import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { entry } from '#shared/api/contract.ts'
import { actionText, activityActions, type FieldChange } from '#shared/model/activity.ts'
import { lazy } from '#shared/model/lazy.ts'

const change = (field: string): FieldChange => ({ field, from: 'a', to: 'b' })
const edit = (...fields: string[]) => actionText({ action: 'delivery.edited', changes: fields.map(change) })

describe('the text of an event', () => {
  test('names at most two changed fields, each of them once', () => {
    expect(edit('delivery_address')).toBe('changed the address of a delivery')
    expect(edit('rx_information.0.rx_number', 'rx_information.1.copay')).toBe('changed the prescriptions of a delivery')
    expect(edit('city', 'zip_code')).toBe('changed the city and the ZIP code of a delivery')
    expect(edit('city', 'state', 'zip_code')).toBe('changed the city and 2 more fields of a delivery')
    expect(edit()).toBe('changed nothing of a delivery')
  })

  test('exists for every action, even one of another release', () => {
    for (const action of Object.keys(activityActions)) expect(actionText({ action })).toMatch(/^[a-z][A-Za-z ,:’-]+$/)
    expect(actionText({ action: 'stock.counted' })).toBe('stock.counted')
  })
})

describe('a call that touches patients must name its event or fails to compile', () => {
  const call = { method: 'GET', path: '/api/x/{id}', access: 'signedIn', success: 200, summary: 'Do it' } as const
  const rows = lazy(() => z.array(z.object({ row: z.optional(z.object({ patient_name: z.string() })) })))

  test('if its subject, its response, its body or its query contains a patient', () => {
    const silent = [
      // @ts-expect-error a patient
      entry({ ...call, event: 'none', subject: 'Patient' }),
      // @ts-expect-error a delivery
      entry({ ...call, event: 'none', subject: 'Delivery' }),
      // @ts-expect-error a name in its answer
      entry({ ...call, event: 'none', answer: rows }),
      // @ts-expect-error an id in its body
      entry({ ...call, event: 'none', body: lazy(() => z.object({ patient_id: z.string() })) }),
      // @ts-expect-error an id in its query
      entry({ ...call, event: 'none', query: lazy(() => z.object({ patient_id: z.optional(z.string()) })) }),
      // @ts-expect-error nothing at all
      entry({ ...call }),
    ]
    const entries = [
      entry({ ...call, event: 'none', subject: 'Role' }),
      entry({ ...call, event: 'patient.read', subject: 'Patient' }),
      entry({ ...call, event: ['delivery.read', 'delivery.edited'], answer: rows }),
    ]
    expect([silent.length, entries.length]).toEqual([6, 3])
  })
})
