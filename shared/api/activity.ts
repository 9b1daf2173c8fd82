import * as z from 'zod/mini'
import { action, activityEvent, eventKind, unknownActionText } from '../model/activity.ts'
import { commaList, id, notesLimit, pageCursor, pageLimitParameter, requiredDate } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { invalidDateText } from '../rules/dates.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

const actionList = () =>
  z.optional(
    z.pipe(
      commaList(unknownActionText, notesLimit),
      z.array(action()).check(z.minLength(1, unknownActionText), z.meta({ doc: 'activity.action' })),
    ),
  )

const date = (doc: string) => z.optional(requiredDate(invalidDateText).check(z.meta({ doc })))

const idOf = (doc: string) => z.optional(id().check(z.meta({ format: undefined, doc })))

/**
 * Lists the activity log, newest first. `null` as `actor_id` stands for both the product itself and recipients, because neither has
 * an id. `from` and `to` are days, and both days are included.
 */
export const listActivity = entry({
  method: 'GET',
  path: pageFirstPaths.activity,
  access: 'tenantAdmin',
  event: 'activity.listed',
  query: lazy(() =>
    z.object({
      patient_id: idOf('activity.patient_id'),
      actor_id: idOf('activity.actor_id'),
      subject_id: idOf('activity.subject_id'),
      action: actionList(),
      kind: z.optional(eventKind().check(z.meta({ doc: 'activity.kind' }))),
      from: date('activity.from'),
      to: date('activity.to'),
      limit: pageLimitParameter(),
      cursor: pageCursor(),
    }),
  ),
  answer: lazy(() => z.array(activityEvent())),
  success: 200,
  paged: true,
  readsBack: true,
  withinLook: ['delivery', 'patient'],
})
