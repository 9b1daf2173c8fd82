import * as z from 'zod/mini'
import { defaultTimeZone } from '../rules/dates.ts'
import { defaultTimeRanges } from '../rules/time-ranges.ts'
import { countInAnswer, emailOrNone, list, optionalNotes, timeZone, wholeBetween } from './fields.ts'
import { lazy } from './lazy.ts'
import { defaultPlanningSettings, planningSettings, planningSettingsInAnswer } from './planning-settings.ts'
import { toAnswerFields, toOptionalFields } from './shapes.ts'
import { companyName, phoneNumber } from './sign-up.ts'
import { offeredTimeRange, option } from './time-range.ts'

export const mfaRules = ['off', 'administrators', 'everyone'] as const
export const returnWindowKinds = ['calendar', 'business'] as const
/** Which patients get notices about their deliveries: none, those who asked for them, or all except those who declined. */
export const recipientNoticeRules = ['off', 'asked', 'all'] as const
/** How patients who chose no way of their own get notices: by e-mail, or also by text message if they have no e-mail address. */
export const recipientNoticeWays = ['email', 'email_or_text'] as const

const isOn = () => z.boolean('Must be true or false')

export const mfaRule = lazy(() => z.enum(mfaRules, 'Must be off, administrators or everyone'))
export const returnWindowKind = lazy(() => z.enum(returnWindowKinds, 'Must be calendar or business'))
export const recipientNoticeRule = lazy(() => z.enum(recipientNoticeRules, 'Must be off, asked or all'))

export const recipientNoticeWay = lazy(() => z.enum(recipientNoticeWays, 'Must be email or email_or_text'))

const timeRangesLimit = 8

const isDistinct = (values: readonly string[]) => new Set(values).size === values.length

const timeRanges = () =>
  list(offeredTimeRange(), {
    limit: timeRangesLimit,
    noun: 'time ranges',
    needed: 'Add at least one time range',
  }).check(
    z.refine((ranges) => isDistinct(ranges.map(({ value }) => value)), 'Two time ranges have the same times'),
    z.refine(
      (ranges) => isDistinct(ranges.flatMap(({ label }) => label.toLowerCase() || [])),
      'Two time ranges have the same label',
    ),
  )

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
    recipient_notice_ways: recipientNoticeWay(),
    /** The e-mail address to which recipients' replies go. Empty if they cannot reply. */
    reply_to: emailOrNone('Invalid email address'),
    ...planningSettings().shape,
    time_ranges: timeRanges(),
  }),
)
export type SettingsChoices = z.output<ReturnType<typeof choices>>

/** The settings that came after the first release, so that older organisations lack them. */
export const laterSettingsChoices = {
  recipient_notice_ways: 'email',
  reply_to: '',
  ...defaultPlanningSettings,
  time_ranges: [...defaultTimeRanges],
} satisfies Partial<SettingsChoices>

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
  ...laterSettingsChoices,
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

/** A server of an earlier release leaves these settings out of its answers. */
function settingsAddedLater() {
  const { recipient_notice_ways, reply_to } = toAnswerFields(settingsForm()).shape
  const later = laterSettingsChoices
  return {
    recipient_notice_ways: z.catch(recipient_notice_ways, later.recipient_notice_ways),
    reply_to: z.catch(reply_to, later.reply_to),
    ...planningSettingsInAnswer().shape,
    time_ranges: z.catch(z.array(option()), later.time_ranges),
  }
}

export const settings = lazy(() =>
  z.extend(toAnswerFields(settingsForm()), {
    ...settingsAddedLater(),
    idle_minutes: countInAnswer(),
    return_window_days: countInAnswer(),
    npi_number: z.string(),
    nabp_number: z.string(),
    /** Whether an operator has verified the organisation. Until then, updates go only to its own people. */
    verified: z.catch(z.boolean(), true),
    /** Whether the organisation has asked for verification today. */
    verification_asked: z.catch(z.boolean(), false),
    /** Whether an update was not sent today because the organisation's budget for the day is used up. */
    updates_held_today: z.catch(z.boolean(), false),
    version: countInAnswer(),
  }),
)
export type Settings = z.output<ReturnType<typeof settings>>
