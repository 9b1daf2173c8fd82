import { toSmsNumber } from '#shared/rules/text-number.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredNotice } from '../data/entities/door.ts'
import type { StoredPatient } from '../data/entities/patient.ts'

type Contact = Pick<StoredDelivery, 'email' | 'phone'>

/** Whether the patient gets text messages instead of e-mails. */
export const prefersTexts = (patient: Pick<StoredPatient, 'notices'> | undefined) => patient?.notices === 'sms'

/** Returns the e-mail address or phone number for a patient's notices, in normalised form. Undefined if there is none. */
export const noticeAddress = (
  patient: Pick<StoredPatient, 'notices'> | undefined,
  { email, phone }: Contact,
): string | undefined => (prefersTexts(patient) ? toSmsNumber(phone) : email.toLowerCase() || undefined)

/** Returns the e-mail address or phone number to which a notice was sent. */
export const sentNoticeAddress = ({ email, phone }: StoredNotice) => phone ?? email
