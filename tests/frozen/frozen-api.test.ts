import { expect, test } from 'vitest'
import { openApiDocument } from '#infra/openapi/document.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { type ApiDocument, brokenPromises } from './compare-apis.ts'
import { frozenReleases, readFrozenApi } from './frozen.ts'

const today: ApiDocument = JSON.parse(JSON.stringify(openApiDocument()))

test.each(frozenReleases)(
  'requests of programs and pages from release %s are accepted, and programs can read the responses',
  (release) => {
    expect(brokenPromises(readFrozenApi(release), today)).toEqual([])
  },
)

/** For each problem that the comparison has to name, a change of the document that causes it. */
const changes: Record<string, (document: ApiDocument) => unknown> = {
  'GET /api/deliveries is gone': ({ paths }) => delete paths['/api/deliveries']?.get,
  'GET /api/deliveries no longer takes query status': (document) =>
    listOf(document).parameters.splice(0, listOf(document).parameters.length),
  'GET /api/deliveries requires query shift': (document) =>
    listOf(document).parameters.push({ name: 'shift', in: 'query', required: true, schema: { type: 'string' } }),
  'POST /api/deliveries no longer takes body.patient_id': (document) =>
    delete fieldsOf(document, 'NewDelivery').patient_id,
  'POST /api/deliveries no longer takes body.refrigerated': (document) =>
    Object.assign(fieldsOf(document, 'NewDelivery'), { refrigerated: { type: 'string' } }),
  'POST /api/deliveries requires body.shift': ({ components: { schemas } }) =>
    Object.assign(schemas.NewDelivery ?? {}, { properties: { shift: { type: 'string' } }, required: ['shift'] }),
  'GET /api/deliveries no longer answers body[].patient_name as before': (document) =>
    delete fieldsOf(document, 'DeliveryRow').patient_name,
  'GET /api/deliveries no longer answers body[].version as before': (document) =>
    Object.assign(fieldsOf(document, 'DeliveryRow'), { version: { type: 'string' } }),
  'GET /api/deliveries no longer answers body[].pharmacist_name as before': (document) =>
    Object.assign(fieldsOf(document, 'DeliveryRow'), { pharmacist_name: { type: 'string' } }),
}

const listOf = ({ paths }: ApiDocument) => {
  const call = paths['/api/deliveries']?.get
  if (!call) throw new Error('The document has no list of deliveries')
  return call
}
const fieldsOf = ({ components }: ApiDocument, name: string) => components.schemas[name]?.properties ?? {}

test.each(Object.entries(changes))('the comparison reports: %s', (problem, change) => {
  const changed = structuredClone(today)
  change(changed)
  expect(brokenPromises(today, changed)).toContain(problem)
})

test('added calls, parameters, properties and values break nothing', () => {
  const changed = structuredClone(today)
  const more = { type: 'string' }
  changed.paths['/api/shifts'] = { get: listOf(changed) }
  listOf(changed).parameters.push({ name: 'shift', in: 'query', schema: more })
  for (const name of ['NewDelivery', 'DeliveryRow']) Object.assign(fieldsOf(changed, name), { shift: more })
  Object.assign(changed.components.schemas.DeliveryStatus ?? {}, { enum: ['parked', ...deliveryStatuses] })
  expect(brokenPromises(today, changed)).toEqual([])
})
