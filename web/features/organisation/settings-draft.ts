import type * as z from 'zod/mini'
import type { settingsForm } from '#shared/model/settings.ts'
import type { DraftValues } from '../../lib/forms/form-values.ts'

/** The values of the settings' form while someone edits them. */
export type SettingsDraft = DraftValues<z.input<ReturnType<typeof settingsForm>>>
