import type { Entry } from '#shared/api/contract.ts'
import type { EventSubject } from '#shared/model/activity.ts'
import type { StoredApiKey } from './entities/api-key.ts'
import type { StoredDelivery } from './entities/delivery.ts'
import type { StoredEvent } from './entities/event.ts'
import type { StoredOrganisationExport } from './entities/organisation-export.ts'
import type { StoredPatient } from './entities/patient.ts'
import type { StoredRole } from './entities/role.ts'
import type { StoredTenant } from './entities/tenant.ts'
import type { StoredUser } from './entities/user.ts'
import type { Table } from './table.ts'
import type { TenantKeys } from './table-keys.ts'

const aboutNobody = (subject: StoredEvent['subject']): EventSubject => ({ subject, patient_id: null })

export const aboutDelivery = ({ id, patient_id, patient_name, delivery_date }: StoredDelivery): EventSubject => ({
  subject: { type: 'delivery', id, label: `${patient_name}, ${delivery_date}` },
  patient_id,
})

export const aboutPatient = ({ id, name }: Pick<StoredPatient, 'id' | 'name'>): EventSubject => ({
  subject: { type: 'patient', id, label: name },
  patient_id: id,
})

/**
 * Returns the subject of an event about the run of `person` on the day `date`. If `person` is undefined, the event is about the
 * list of all runs of that day.
 */
export const aboutRun = (date: string, person: { id: string; full_name: string } | undefined): EventSubject =>
  aboutNobody({
    type: 'run',
    id: person ? `${date}.${person.id}` : null,
    label: person ? `${person.full_name}, ${date}` : date,
  })

/**
 * Returns the subject of an event about a list or search. If the list concerns a single patient, `patient_id` names that patient,
 * and `patientName` is the patient's name, if it is known.
 */
export const aboutList = (
  type: StoredEvent['subject']['type'],
  patient_id: string | null = null,
  patientName = '',
): EventSubject => ({
  subject: { type, id: null, label: patientName },
  patient_id,
})

export const aboutUser = ({ id, full_name }: Pick<StoredUser, 'id' | 'full_name'>): EventSubject =>
  aboutNobody({ type: 'user', id, label: full_name })

export const aboutRole = ({ id, name }: Pick<StoredRole, 'id' | 'name'>): EventSubject =>
  aboutNobody({ type: 'role', id, label: name })

export const aboutApiKey = ({ id, name }: Pick<StoredApiKey, 'id' | 'name'>): EventSubject =>
  aboutNobody({ type: 'key', id, label: name })

/** Returns the subject of an event about an export of all data, named after the day on which the export began. */
export const aboutExport = ({ id, created_at }: Pick<StoredOrganisationExport, 'id' | 'created_at'>): EventSubject =>
  aboutNobody({ type: 'export', id, label: created_at.slice(0, 10) })

export const aboutOrganisation = ({ id, name }: Pick<StoredTenant, 'id' | 'name'>): EventSubject =>
  aboutNobody({ type: 'organisation', id, label: name })

/**
 * Returns the subject of an event about a session. `id` is null for a refused sign-in, which has no session, and for an event about
 * all of the user's other sessions.
 */
export const aboutSession = (id: string | null, { full_name }: Pick<StoredUser, 'full_name'>): EventSubject =>
  aboutNobody({ type: 'session', id, label: full_name })

interface Named {
  type: Entry['subject']
  id: string
}

/**
 * Returns the event subject of the object that a request names by type and id, even if the object was deleted or the caller may not
 * see it. Undefined if the organisation has no such object, and for the types that this function doesn't look up.
 */
export async function findSubject(
  table: Table,
  keys: TenantKeys,
  { type, id }: Named,
): Promise<EventSubject | undefined> {
  switch (type) {
    case 'Delivery': {
      const delivery = await table.get(keys.delivery(id))
      return delivery && aboutDelivery(delivery)
    }
    case 'Patient': {
      const patient = await table.get(keys.patient(id))
      return patient && aboutPatient(patient)
    }
    case 'User': {
      const user = await table.get(keys.user(id))
      return user && aboutUser(user)
    }
    case 'Role': {
      const role = await table.get(keys.role(id))
      return role && aboutRole(role)
    }
    case 'Key': {
      const key = await table.get(keys.apiKey(id))
      return key && aboutApiKey(key)
    }
    case 'Export': {
      const found = await table.get(keys.organisationExport(id))
      return found && aboutExport(found)
    }
    default:
      return undefined
  }
}
