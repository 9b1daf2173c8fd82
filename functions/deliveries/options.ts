import type * as deliveries from '#shared/api/deliveries.ts'
import { languages } from '#shared/model/delivery-form.ts'
import type { Operation } from '../http/operation.ts'

export const listTimeRanges: Operation<typeof deliveries.listTimeRanges> = ({ caller }) => caller.tenant.time_ranges
export const listLanguages: Operation<typeof deliveries.listLanguages> = () => [...languages]
