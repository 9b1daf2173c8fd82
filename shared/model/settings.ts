import * as z from 'zod/mini'
import { defaultTimeZone } from '../rules/dates.ts'
import { countInAnswer, optionalNotes, timeZone } from './fields.ts'
import { lazy } from './lazy.ts'
import { toAnswerFields, toOptionalFields } from './shapes.ts'
import { companyName, phoneNumber } from './sign-up.ts'

export const mfaRules = ['off', 'administrators', 'everyone'] as const
export const returnWindowKinds = ['calendar', 'business'] as const
/** Which patients get notices about their deliveries: none, those who asked for them, or all except those who declined. */
export const recipientNoticeRules = ['off', 'asked', 'all'] as const

const isOn = () => z.boolean('Must be true or false')

const wholeBetween = (least: number, most: number, message: string, besides?: number) =>
  z.number(message).check(
    z.refine((value) => value === besides || (Number.isInteger(value) && value >= least && value <= most), message),
    z.meta({
      type: 'integer',
      minimum: besides ?? least,
      maximum: most,
      ...(besides !== undefined && { not: { exclusiveMinimum: besides, exclusiveMaximum: least } }),
    }),
  )

export const mfaRule = lazy(() => z.enum(mfaRules, 'Must be off, administrators or everyone'))
export const returnWindowKind = lazy(() => z.enum(returnWindowKinds, 'Must be calendar or business'))
export const recipientNoticeRule = lazy(() => z.enum(recipientNoticeRules, 'Must be off, asked or all'))

/** The settings that an organisation can choose. `defaultSettingsChoices` has their defaults. */
const choices = lazy(() =>
  z.object({
    time_zone: timeZone(),
    require_mfa: mfaRule(),
    /**
     * A session ends after this many minutes without use, unless its user has a delivery on the way. 0 means that no session ends
     * for lack of use.
     */
    idle_minutes: wholeBetween(5, 480, 'Must be 5 to 480 minutes, or 0 for never', 0),
    return_window_days: wholeBetween(1, 60, 'Must be 1 to 60 days'),
    return_window_kind: returnWindowKind(),
    staff_see_all: isOn(),
    require_signer: isOn(),
    require_photo_id_check: isOn(),
    require_payment_method: isOn(),
    truthful_first_delivery: isOn(),
    recipient_notices: recipientNoticeRule(),
  }),
)
export type SettingsChoices = z.output<ReturnType<typeof choices>>

export const defaultSettingsChoices: SettingsChoices = {
  time_zone: defaultTimeZone,
  require_mfa: 'off',
  idle_minutes: 30,
  return_window_days: 10,
  return_window_kind: 'calendar',
  staff_see_all: true,
  require_signer: false,
  require_photo_id_check: false,
  require_payment_method: false,
  truthful_first_delivery: false,
  recipient_notices: 'off',
}

/** The form of the page `Tenant Settings`. */
export const settingsForm = lazy(() =>
  z.extend(choices(), {
    name: companyName(),
    phone_number: phoneNumber('Phone'),
    fax_number: phoneNumber('Fax'),
    description: optionalNotes(),
  }),
)
export type SettingsForm = z.output<ReturnType<typeof settingsForm>>

/** A change of the settings. A missing field keeps its value. */
export const settingsEdit = lazy(() => toOptionalFields(settingsForm()))
export type SettingsEdit = z.output<ReturnType<typeof settingsEdit>>

export const settings = lazy(() =>
  z.extend(toAnswerFields(settingsForm()), {
    idle_minutes: countInAnswer(),
    return_window_days: countInAnswer(),
    npi_number: z.string(),
    nabp_number: z.string(),
    version: countInAnswer(),
  }),
)
export type Settings = z.output<ReturnType<typeof settings>>
