import fc from 'fast-check'
import { placeholder, placeholderGenerator } from '#tests/calls/placeholders.ts'
import type { FieldGenerators } from '#tests/support/arbitrary-of.ts'
import { pngBytes } from '#tests/support/builders.ts'
import { password } from '#tests/support/sign-up.ts'

/**
 * The fuzz test's generators for fields of these names, unless a call's line in `tests/calls` has others: ids that exist, and
 * values that must agree with one another.
 */
export const commonFieldGenerators: FieldGenerators = {
  patient_id: placeholderGenerator('patient_id'),
  pharmacist_id: fc.constantFrom(placeholder('pharmacist_id'), placeholder('pharmacist_id'), null, undefined),
  delivery_date: fc.constantFrom('2099-01-01', '2099-12-31'),
  roles: fc.constantFrom([], [placeholder('role')], undefined),
  tenant_id: placeholderGenerator('tenant_id'),
  email: placeholderGenerator('email'),
  password: fc.constant(password),
  new_password: fc.constant(password),
  confirm_password: fc.constant(password),
  refresh_token: placeholderGenerator('refresh_token'),
  token: placeholderGenerator('token'),
  device_token: fc.constant(undefined),
  nabp_number: fc.constant('1234567'),
  delivery_photo_key: fc.constantFrom(undefined, null),
  delivery_photo: fc.constantFrom(undefined, null, `data:image/png;base64,${Buffer.from(pngBytes).toString('base64')}`),
  fill_date: fc.constantFrom('', '2025-12-31'),
  external_id: fc.option(fc.uuid()),
  cursor: fc.constant(undefined),
}
