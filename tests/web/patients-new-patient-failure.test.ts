import { describe, expect, it } from 'vitest'
import { createPatient } from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { patientBody } from '#tests/support/builders.ts'
import { newPatientFailureText } from '../../web/features/patients/new-patient-failure.ts'
import { CallError } from '../../web/lib/api/call-error.ts'
import { createCaller } from '../../web/lib/api/caller.ts'

const patient: Patient = {
  ...patientBody,
  id: '6c8d8200-0000-4000-8000-000000000000',
  external_id: '',
  version: 1,
  created_at: '2026-01-05T15:04:00.000Z',
  updated_at: '2026-01-05T15:04:00.000Z',
}

/** Returns the message that the page shows when the call that creates a patient gets this response. */
async function messageFor(status: number, body: unknown) {
  const call = createCaller({
    send: async () => ({ status, headers: {}, text: JSON.stringify(body) }),
    tokens: {
      read: async () => ({ access: 'access', refresh: 'refresh' }),
      store: async () => undefined,
      clear: async () => undefined,
    },
    exclusively: (work) => work(),
    now: () => 0,
    signedOut: () => undefined,
    owner: () => undefined,
    overtaken: () => undefined,
    release: '',
    unread: () => undefined,
  })
  const failure: unknown = await call(createPatient, { body: patientBody }).catch((error: unknown) => error)
  return failure instanceof CallError ? newPatientFailureText(failure) : 'no failure'
}

describe('a patient who could not be created in the picker', () => {
  it('is reported with the server’s reason', async () =>
    expect(await messageFor(409, { detail: 'Not now' })).toBe('Failed to create patient: Not now'))
  it('is reported without a reason if the server gives none', async () =>
    expect(await messageFor(500, {})).toBe('Failed to create patient. Please try again.'))
  it('is reported if the response is unreadable', async () => {
    expect(await messageFor(201, 'made')).toBe('Failed to create patient: Invalid response from server')
    expect(await messageFor(201, { id: patient.id })).toBe('Failed to create patient: Invalid response from server')
  })
  it('is reported if the response has no ID', async () => {
    const { id: _, ...nameless } = patient
    expect(await messageFor(201, nameless)).toBe('Failed to create patient: No patient ID returned from server')
  })
  it('is not reported if the response is complete', async () =>
    expect(await messageFor(201, patient)).toBe('no failure'))
})
