import type * as z from 'zod/mini'
import type { companyForm } from '#shared/model/sign-up.ts'
import type { DraftValues } from '../../lib/forms/form-values.ts'

/** The fields of the first step while they are filled in. */
export type CompanyDraft = DraftValues<z.input<ReturnType<typeof companyForm>>>
