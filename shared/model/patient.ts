import * as z from 'zod/mini'
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

const invalidPhone = 'Please enter a valid phone number'
const stateRequired = 'State is required'
const wrongState = 'State must be 2 characters'
const phoneSeparators = /^\+?[\d\s().-]+$/

const phone = () => requiredText('Phone number is required', 40)

/**
 * Whether a text is a phone number by the rule of the delivery form's patient picker: 10 to 12 digits, perhaps with a plus,
 * parentheses and separators.
 */
function isPhone(value: string) {
  const digits = value.replace(/\D/g, '').length
  return phoneSeparators.test(value) && digits >= 10 && digits <= 12
}

const directoryPhone = /^\+?\(?\d{3}\)?[-\s.]?\d{3}[-\s.]?\d{4,6}$/

/** The most characters of the access notes, which tell the driver about a gate code, a bell or a dog. */
const accessNotesLimit = 500

/**
 * Which notices a patient gets. `default`: e-mails if the organisation's setting is `all`. `email` and `sms`: e-mails or text
 * messages, unless the setting is `off`. `none`: none.
 */
export const noticeWishes = ['default', 'email', 'sms', 'none'] as const

export const noticeWish = lazy(() => z.enum(noticeWishes, 'Must be default, email, sms or none'))

/** The error if this environment doesn't send text messages. */
export const noTextMessagesText = 'Text messages are not available here'

/** The error for a phone number that cannot receive text messages. */
export const smsNumberNeededText = 'Text messages need a US phone number'

/** The fields of a patient, with the rules that the server and the patient picker's form for a new patient share. */
export const patientFields = lazy(() =>
  z.object({
    name: requiredText('Name is required'),
    phone: phone().check(
      z.refine((value) => value === '' || isPhone(value), invalidPhone),
      z.meta({ pattern: '^\\+?[\\s().-]*([0-9][\\s().-]*){10,12}$' }),
    ),
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
  }),
)

/**
 * The form of the directory of patients. It accepts fewer kinds of phone numbers than the picker's form, but always accepts `kept`,
 * the number that is stored.
 */
export const directoryPatientFields = (kept = '') =>
  z.extend(patientFields(), {
    phone: phone().check(
      z.refine((value) => value === '' || value === kept || directoryPhone.test(value), invalidPhone),
    ),
  })

function isState(value: string) {
  return value === '' || value.length === 2
}

export type PatientFields = z.output<ReturnType<typeof patientFields>>

/** All fields of a new patient: those of the form, and the id in another system. */
export const newPatient = lazy(() => z.extend(patientFields(), { external_id: externalId() }))

/** A change of a patient. A missing field keeps its stored value. */
export const patientEdit = lazy(() => toOptionalFields(newPatient()))

/** A patient as responses show it. */
export const patient = lazy(() =>
  z.extend(toAnswerFields(patientFields()), {
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
  z.extend(z.pick(patient(), { id: true, name: true, address: true }), fieldsCopiedFromPatient().shape),
)
export type PickedPatient = z.output<ReturnType<typeof pickedPatient>>
