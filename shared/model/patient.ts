import * as z from 'zod/mini'
import { cleanPhone, isPhoneNumber, phoneLimit, splitPhoneExtension } from '../rules/phone-number.ts'
import { language } from './delivery-form.ts'
import {
  countInAnswer,
  emailOrNone,
  externalId,
  flag,
  idInAnswer,
  instantInAnswer,
  optionalNotes,
  optionalText,
  requiredText,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { toAnswerFields, toOptionalFields } from './shapes.ts'
import { timeRangeOrNone } from './time-range.ts'

const invalidPhone = 'Please enter a valid phone number'
const stateRequired = 'State is required'
const wrongState = 'State must be 2 characters'

/** The error for a phone number with an extension, which drivers find in the access notes. */
const extensionText = 'Put the extension into the access notes.'

/** A phone number: 10 to 12 digits with separators of any kind. It is stored without invisible characters. */
const phone = () =>
  requiredText('Phone number is required', phoneLimit).check(
    z.overwrite(cleanPhone),
    z.refine((value) => splitPhoneExtension(value) === undefined, { error: extensionText, abort: true }),
    z.refine((value) => value === '' || isPhoneNumber(value), invalidPhone),
    z.meta({ pattern: '^[^0-9A-Za-z]*([0-9][^0-9A-Za-z]*){10,12}$' }),
  )

/** The most characters of the access notes, which tell the driver about a gate code, a bell or a dog. */
const accessNotesLimit = 500

/**
 * Which notices a patient gets. `default`: e-mails if the organisation's setting is `all`. `email` and `sms`: e-mails or text
 * messages, unless the setting is `off`. `none`: none.
 */
export const noticeWishes = ['default', 'email', 'sms', 'none'] as const

/** What files of patients say for these choices. */
export const noticeWishLabels: readonly { value: (typeof noticeWishes)[number]; label: string }[] = [
  { value: 'default', label: '' },
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'Text' },
  { value: 'none', label: 'No' },
]

export const noticeWish = lazy(() => z.enum(noticeWishes, 'Must be default, email, sms or none'))

/** The error if this environment doesn't send text messages. */
export const noTextMessagesText = 'Text messages are not available here'

/** The error for a phone number that cannot receive text messages. */
export const smsNumberNeededText = 'Text messages need a US phone number'

/** The fields of a patient, with the rules that the server and the patient picker's form for a new patient share. */
export const patientFields = lazy(() =>
  z.object({
    name: requiredText('Name is required'),
    phone: phone(),
    email: z._default(emailOrNone('Invalid email address'), ''),
    address: requiredText('Address is required'),
    apt_suite_building: optionalText(),
    city: requiredText('City is required'),
    state: requiredText(stateRequired, 2, wrongState).check(
      z.toUpperCase(),
      z.refine(isState, wrongState),
      z.meta({ minLength: 2, doc: 'state' }),
    ),
    zip_code: requiredText('ZIP code is required', 20),
    is_business_address: flag(),
    access_notes: optionalNotes(accessNotesLimit),
    notices: z._default(noticeWish(), 'default'),
    /** The language with which a new delivery starts. */
    language: z._default(language(), 'english'),
    /** The time range with which a new delivery starts. Empty if there is no usual one. */
    time_range: z._default(timeRangeOrNone(), ''),
    /** Whether a new delivery needs a photo ID. */
    require_photo_id: flag(),
    /** Whether the patient had deliveries before the organization used Carelane. Such a patient has prior deliveries. */
    known_patient: flag(),
  }),
)

function isState(value: string) {
  return value === '' || value.length === 2
}

export type PatientFields = z.output<ReturnType<typeof patientFields>>

/** All fields of a new patient: those of the form, and the id in another system. */
export const newPatient = lazy(() => z.extend(patientFields(), { external_id: externalId() }))

/** A change of a patient. A missing field keeps its stored value. */
export const patientEdit = lazy(() => toOptionalFields(newPatient()))

/** The values of fields that patients of earlier releases lack. */
export const patientDefaults = { language: 'english', time_range: '', require_photo_id: false, known_patient: false }

/** A patient as responses show it. */
export const patient = lazy(() =>
  z.extend(toAnswerFields(patientFields()), {
    language: z.catch(z.string(), patientDefaults.language),
    time_range: z.catch(z.string(), patientDefaults.time_range),
    require_photo_id: z.catch(z.boolean(), patientDefaults.require_photo_id),
    known_patient: z.catch(z.boolean(), patientDefaults.known_patient),
    id: idInAnswer(),
    external_id: z.string(),
    version: countInAnswer(),
    created_at: instantInAnswer(),
    updated_at: instantInAnswer(),
  }),
)
export type Patient = z.output<ReturnType<typeof patient>>

/**
 * The fields that a delivery copies from its patient under the same names. The id, the name and the address are copied under other
 * names.
 */
export const fieldsCopiedFromPatient = lazy(() =>
  z.pick(patient(), {
    phone: true,
    email: true,
    apt_suite_building: true,
    city: true,
    state: true,
    zip_code: true,
    is_business_address: true,
    access_notes: true,
  }),
)

/** A patient as the picker passes them to the delivery form: the patient's id, and the fields that the delivery copies. */
export const pickedPatient = lazy(() =>
  z.object({
    ...z.pick(patient(), { id: true, name: true, address: true }).shape,
    ...fieldsCopiedFromPatient().shape,
    // A delivery starts with these facts, but keeps no copy of its patient's.
    language: z.optional(z.string()),
    time_range: z.optional(z.string()),
    require_photo_id: z.optional(z.boolean()),
  }),
)
export type PickedPatient = z.output<ReturnType<typeof pickedPatient>>
