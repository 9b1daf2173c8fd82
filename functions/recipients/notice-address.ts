import { toSmsNumber } from '#shared/rules/text-number.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredNotice } from '../data/entities/door.ts'
import type { StoredPatient } from '../data/entities/patient.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'

type Contact = Pick<StoredDelivery, 'email' | 'phone'>

type Patient = Pick<StoredPatient, 'notices'> | undefined
type Ways = Pick<StoredTenant, 'recipient_notice_ways'>

/**
 * Whether the patient gets text messages instead of e-mails: because of a choice of their own or, if the organization also sends
 * text messages, for lack of an e-mail address.
 */
export const getsTexts = (patient: Patient, { email }: Pick<Contact, 'email'>, { recipient_notice_ways }: Ways) =>
  patient?.notices === 'sms' ||
  (recipient_notice_ways === 'email_or_text' && email === '' && (!patient || patient.notices === 'default'))

/** Returns the e-mail address or phone number for a patient's notices, in normalised form. Undefined if there is none. */
export const noticeAddress = (patient: Patient, contact: Contact, ways: Ways): string | undefined =>
  getsTexts(patient, contact, ways) ? toSmsNumber(contact.phone) : contact.email.toLowerCase() || undefined

/** Returns the e-mail address or phone number to which a notice was sent. */
export const sentNoticeAddress = ({ email, phone }: StoredNotice) => phone ?? email
