import * as z from 'zod/mini'
import { activityEvent, isAction } from '../model/activity.ts'
import { commaList, id, notesLimit, pageCursor, pageLimit, requiredDate } from '../model/fields.ts'
import { invalidDate } from '../rules/dates.ts'
import { entry, lazy } from './contract.ts'

const unknownAction = 'Unknown action'

const actionList = () =>
  z.optional(
    z.pipe(
      commaList(unknownAction, notesLimit),
      z.array(z.string().check(z.refine(isAction, unknownAction))).check(z.minLength(1, unknownAction)),
    ),
  )

const date = () => z.optional(requiredDate(invalidDate))

/** Newest first. `actor_id` is `null` for what the system did; `from` and `to` are days, both of them included. */
export const listActivity = entry({
  method: 'GET',
  path: '/api/activity',
  access: 'tenantAdmin',
  event: 'activity.listed',
  query: lazy(() =>
    z.object({
      patient_id: z.optional(id()),
      actor_id: z.optional(id()),
      subject_id: z.optional(id()),
      action: actionList(),
      from: date(),
      to: date(),
      limit: pageLimit(),
      cursor: pageCursor(),
    }),
  ),
  answer: lazy(() => z.array(activityEvent())),
  success: 200,
  paged: true,
})
