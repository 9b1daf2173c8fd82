import type * as z from 'zod/mini'
import type { companyForm } from '#shared/model/sign-up.ts'
import type { DraftValues } from '../../lib/forms/form-values.ts'

/** The values of the form of the sign-up's first step while it is being filled in. */
export type CompanyDraft = DraftValues<z.input<ReturnType<typeof companyForm>>>
