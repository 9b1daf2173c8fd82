import { isDeepStrictEqual } from 'node:util'
import type * as settings from '#shared/api/settings.ts'
import { mfaRules, type SettingsEdit, settingsForm } from '#shared/model/settings.ts'
import { pickFields, sentFields } from '#shared/model/shapes.ts'
import { weekdays } from '#shared/rules/delivery-days.ts'
import { timeRangeText } from '#shared/rules/time-ranges.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutOrganisation } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { planningTaskWrite } from '../mail/recipient-tasks.ts'
import { presentSettings } from './read-settings.ts'

const stale = () => new AppError('conflict', 'These settings were changed by someone else. Refresh and try again.')

/** Changes the settings that were sent. An edit that changes nothing doesn't raise the version. */
export const updateSettings: Operation<typeof settings.updateSettings> = (request, services) =>
  retryIfOvertaken(async () => {
    const { table, now } = services
    const { body, caller, version, confirmIf, activity } = request
    const stored = (await table.get(caller.keys.tenant, { consistent: true })) ?? caller.tenant
    if (version !== undefined && version !== stored.version) throw stale()
    const fields = fieldsOf(body, stored)
    const changed = Object.entries(fields).filter(
      ([name, value]) => !isDeepStrictEqual(value, Reflect.get(stored, name)),
    )
    if (changed.length === 0) {
      await confirmIf(false)
      await activity.record([])
      return presentSettings(services, stored)
    }
    await confirmIf(weakensSecurity(stored, { ...stored, ...fields }))
    const isWidened = asksMore(stored.require_mfa, fields.require_mfa)
    const since = isWidened && { require_mfa_since: now().toISOString() }
    const set = { ...fields, ...since, version: stored.version + 1 }
    const next = { ...stored, ...set }
    await activity.record(
      {
        action: 'organisation.edited',
        ...aboutOrganisation(next),
        changes: changesBetween(eventFieldsOf(stored), eventFieldsOf(next)),
      },
      update(caller.keys.tenant, { set }, { where: { version: stored.version }, refused: () => new OvertakenError() }),
      ...(stored.recipient_notices === 'off' && next.recipient_notices !== 'off'
        ? [planningTaskWrite(next, now())]
        : []),
    )
    return presentSettings(services, next)
  })

/** Returns true if the new rule requires a second step from more people than the old one. */
const asksMore = (before: StoredTenant['require_mfa'], after = before) =>
  mfaRules.indexOf(after) > mfaRules.indexOf(before)

/**
 * Returns true if the new settings protect the organisation less: fewer people need a second step, sessions stay open for longer
 * without use, or delivery staff see more.
 */
const weakensSecurity = (before: StoredTenant, after: StoredTenant): boolean =>
  asksMore(after.require_mfa, before.require_mfa) ||
  idleLimitOf(after) > idleLimitOf(before) ||
  (after.staff_see_all && !before.staff_see_all)

const idleLimitOf = ({ idle_minutes }: StoredTenant) => (idle_minutes === 0 ? Number.POSITIVE_INFINITY : idle_minutes)

/** Returns the settings whose changes events record. */
const eventFieldsOf = (tenant: StoredTenant) => ({
  ...pickFields(settingsForm(), { ...tenant, fax_number: tenant.metadata.fax_number }),
  delivery_days: tenant.delivery_days.map((day) => weekdays[day] ?? ''),
  time_ranges: tenant.time_ranges.map(({ value, label }) =>
    label === timeRangeText(value) ? label : `${label} (${value})`,
  ),
})

const fieldsOf = (
  { fax_number, time_ranges, ...rest }: SettingsEdit,
  { metadata }: StoredTenant,
): Partial<StoredTenant> => ({
  ...sentFields(rest),
  ...(time_ranges && {
    time_ranges: time_ranges.map(({ value, label }) => ({ value, label: label || timeRangeText(value) })),
  }),
  ...(fax_number !== undefined && { metadata: { ...metadata, fax_number } }),
})
