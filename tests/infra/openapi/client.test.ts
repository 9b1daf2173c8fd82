import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createPatient } from '#shared/api/patients.ts'
import { patientBody, pngBytes, signature } from '#tests/support/builders.ts'
import { apiDocument, type DescribedCall, type Parameter } from '#tests/support/document.ts'
import { joinByMail, password, signUp } from '#tests/support/sign-up.ts'
import { openTestApp, type TestResponse } from '#tests/support/test-app.ts'

type Values = Record<string, string | number | readonly string[]>
type Parts = Record<string, object | Blob>

interface Request {
  values?: Values
  body?: object
  parts?: Parts
}

const { paths, components } = apiDocument()

interface Operation extends DescribedCall {
  method: string
  path: string
}

const operations = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, Operation] => [
      described.operationId,
      { ...described, method: method.toUpperCase(), path },
    ]),
  ),
)

const parameterOf = (parameter: Parameter): Parameter =>
  components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter

/** Returns the values that an operation accepts in one place (its path, its query or its headers), by name and as texts. */
function valuesIn(place: string, { parameters }: Operation, values: Values): [string, string][] {
  return parameters.map(parameterOf).flatMap(({ name = '', in: where }): [string, string][] => {
    const value = values[name]
    return where === place && value !== undefined ? [[name, String(value)]] : []
  })
}

function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (part instanceof Blob) form.set(name, part, 'door.png')
    else form.set(name, JSON.stringify(part))
  }
  return form
}

/** Makes a client that knows nothing but the product's OpenAPI document. */
const openClient = (address: string) => {
  let token = ''
  const call = async (operationId: string, { values = {}, body, parts }: Request) => {
    const operation = operations.get(operationId)
    if (!operation) throw new Error(`The document has no ${operationId}`)
    const path = valuesIn('path', operation, values).reduce(
      (template, [name, value]) => template.replace(`{${name}}`, encodeURIComponent(value)),
      operation.path,
    )
    const headers = new Headers(valuesIn('header', operation, values))
    if (token) headers.set('authorization', `Bearer ${token}`)
    if (body) headers.set('content-type', 'application/json')
    const response = await fetch(`${address}${path}?${new URLSearchParams(valuesIn('query', operation, values))}`, {
      method: operation.method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(parts && { body: formOf(parts) }),
    })
    const answer: TestResponse['body'] = await response.json()
    if (!response.ok) throw new Error(`${operationId} ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const signIn = async (email: string) => {
    const answer = await call('login', { body: { email, password } })
    token = answer.access_token
    return answer.user
  }
  return { call, signIn }
}

test('a client that knows only the document signs in, lists, creates and completes with a photo', async () => {
  const app = await openTestApp()
  onTestFinished(app.close)
  const email = 'olive@example.com'
  await signUp(app, email)
  const { body } = await joinByMail(app, email)
  await app.call(createPatient, { as: body.access_token, body: patientBody })

  const { call, signIn } = openClient(app.gateway.address)
  const user = await signIn(email)
  const [patient] = await call('searchPatients', { values: { q: '', limit: 5 } })
  const order = {
    delivery_date: app.clock.now.toISOString().slice(0, 10),
    time_range: '09:00-12:00',
    patient_id: patient.id,
    pharmacist_id: user.id,
    rx_information: [{ rx_number: 'RX-204518', copay: 12.5 }],
  }
  const { id } = await call('createDelivery', { values: { 'Idempotency-Key': randomUUID() }, body: order })
  const { version } = await call('changeStatus', { values: { id }, body: { status: 'in_progress' } })
  const data = { patient_signature: signature, hipaa_form_received: true, counseling_received: true, amount: 12.5 }
  const completed = await call('completeDelivery', {
    values: { id, 'If-Match': `"${version}"` },
    parts: { data, delivery_photo: new Blob([pngBytes], { type: 'image/png' }) },
  })
  const listed = await call('listDeliveries', {
    values: { status: ['delivered', 'failed'], delivery_date: order.delivery_date },
  })

  expect(completed).toMatchObject({ status: 'delivered', total_copay: 12.5, delivery_photo_url: expect.any(String) })
  expect(listed).toMatchObject([{ id }])
})
