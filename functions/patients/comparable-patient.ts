import type { Patient } from '#shared/model/patient.ts'
import { comparableName } from '#shared/rules/same-name.ts'
import { bareText, keepDigits } from '#shared/rules/search.ts'

/** The details of a patient as far as a row or a directory has them. */
export type PatientDescription = { [Field in keyof Patient]?: Patient[Field] | undefined }

/** Returns a patient's name, phone and ZIP code for a comparison that ignores case, blanks and separators. */
export const comparablePatient = ({ name = '', phone = '', zip_code = '' }: PatientDescription) => ({
  name: comparableName(name),
  phone: keepDigits(phone),
  zip_code: bareText(zip_code),
})
