import * as z from 'zod/mini'
import { lazy } from '../api/contract.ts'
import { answeredDate, flag, looksLikeEmail, optionalText, requiredText, sent, text } from './fields.ts'

const invalidPhone = 'Please enter a valid phone number'
const stateRequired = 'State is required'
const phoneSeparators = /^\+?[\d\s().-]+$/

const phone = () => requiredText('Phone number is required', 40)

/** The picker's rule: 10 to 12 digits with an optional plus, parentheses and separators. */
export function isPhone(value: string) {
  const digits = value.replace(/\D/g, '').length
  return phoneSeparators.test(value) && digits >= 10 && digits <= 12
}

const directoryPhone = /^\+?\(?\d{3}\)?[-\s.]?\d{3}[-\s.]?\d{4,6}$/

const email = (message: string) =>
  z._default(text().check(z.refine((value) => value === '' || looksLikeEmail(value), message)), '')

/** What the picker's form and the server ask of a patient. */
export const patientFields = lazy(() =>
  z.object({
    name: requiredText('Name is required'),
    phone: phone().check(z.refine((value) => value === '' || isPhone(value), invalidPhone)),
    email: email('Invalid email address'),
    address: requiredText('Address is required'),
    apt_suite_building: optionalText(),
    city: requiredText('City is required'),
    state: z
      .string(stateRequired)
      .check(z.trim(), z.toUpperCase(), z.minLength(1, stateRequired), z.refine(isState, 'State must be 2 characters')),
    zip_code: requiredText('ZIP code is required', 20),
    is_business_address: flag(),
  }),
)

/** Every field of the form, each only when it is sent: a missing one keeps its stored value. */
export const patientEdit = lazy(() => {
  const { email, apt_suite_building, is_business_address, ...required } = patientFields().shape
  return z.object({
    ...z.partial(z.object(required)).shape,
    email: sent(email),
    apt_suite_building: sent(apt_suite_building),
    is_business_address: sent(is_business_address),
  })
})

/** The directory's form: its phone pattern is the narrower of the two. */
export const directoryPatientFields = lazy(() =>
  z.extend(patientFields(), {
    phone: phone().check(z.refine((value) => value === '' || directoryPhone.test(value), invalidPhone)),
  }),
)

function isState(value: string) {
  return value === '' || value.length === 2
}

export type PatientFields = z.output<ReturnType<typeof patientFields>>

/** A patient as answered: of their kind, whatever a form's rules were or will be. */
export const patient = lazy(() =>
  z.object({
    id: z.string(),
    version: z.number(),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    apt_suite_building: z.string(),
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    is_business_address: z.boolean(),
    created_at: answeredDate(),
    updated_at: answeredDate(),
  }),
)
export type Patient = z.output<ReturnType<typeof patient>>
