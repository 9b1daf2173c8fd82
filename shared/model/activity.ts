import * as z from 'zod/mini'
import { countInAnswer, emailInAnswer, idInAnswer, requiredInstantInAnswer } from './fields.ts'
import { lazy } from './lazy.ts'

interface ActionWords {
  /** The name of the action in the filter and in the export. */
  label: string
  /** The words that the screens show after the actor's name. `{fields}` is replaced by the names of the changed fields. */
  did: string
  /** Set if the action only looks at data and changes nothing. */
  isLook?: true
}

/** All actions that an event can have, with their texts for the screens. */
export const activityActions = {
  'delivery.created': { label: 'Delivery created', did: 'created a delivery' },
  'delivery.edited': { label: 'Delivery edited', did: 'changed {fields} of a delivery' },
  'delivery.assigned': { label: 'Delivery assigned', did: 'changed the pharmacist on a delivery' },
  'delivery.status_changed': { label: 'Delivery status changed', did: 'changed the status of a delivery' },
  'delivery.completed': { label: 'Delivery completed', did: 'completed a delivery' },
  'delivery.deleted': { label: 'Delivery deleted', did: 'deleted a delivery' },
  'delivery.read': { label: 'Delivery viewed', did: 'viewed a delivery', isLook: true },
  'delivery.listed': { label: 'Deliveries listed', did: 'viewed a list of deliveries', isLook: true },
  'delivery.printed': { label: 'Delivery printed', did: 'printed a package slip', isLook: true },
  'delivery.attempted': { label: 'Delivery attempt failed', did: 'could not deliver a package' },
  'delivery.returned': { label: 'Package brought back', did: 'brought a package back' },
  'delivery.unsent_reported': {
    label: 'Refused action reported',
    did: 'reported an action at a door that was refused',
  },
  'delivery.unsent_settled': { label: 'Refused action settled', did: 'settled an action at a door that was refused' },
  'delivery.unsent_accepted': {
    label: 'Door record accepted',
    did: 'accepted what was recorded at a door',
  },
  'delivery.unsent_discarded': { label: 'Door record discarded', did: 'discarded what was recorded at a door' },
  'delivery.restocked': { label: 'Package returned to stock', did: 'returned a package to stock' },
  'delivery.loaded': { label: 'Package loaded', did: 'loaded a package' },
  'delivery.unloaded': { label: 'Package unloaded', did: 'unloaded a package' },
  'delivery.started': { label: 'Delivery started', did: 'started a delivery' },
  'notice.sent': { label: 'Update sent', did: 'sent an update to the recipient of a delivery' },
  'notice.bounced': { label: 'Update bounced', did: 'recorded that an update bounced or was marked as spam' },
  'recipient.access': { label: 'Recipient left access notes', did: 'left access notes' },
  'recipient.asked': { label: 'Recipient asked for another day', did: 'asked for another day' },
  'recipient.unsubscribed': { label: 'Recipient unsubscribed', did: 'unsubscribed from email updates' },
  'recipient.link_copied': { label: 'Recipient’s link copied', did: 'copied the recipient’s link of a delivery' },
  'delivery.updates_ended': { label: 'Updates ended', did: 'ended the updates about a delivery' },
  'delivery.asked_answered': {
    label: 'Recipient’s request answered',
    did: 'answered a recipient who asked for another day',
  },
  'run.ordered': { label: 'Run reordered', did: 'changed the order of a run' },
  'run.started': { label: 'Run started', did: 'started a run' },
  'run.closed': { label: 'Run closed', did: 'handed over a run' },
  'run.confirmed': { label: 'Run confirmed', did: 'confirmed a run' },
  'run.reopened': { label: 'Run reopened', did: 'reopened a run' },
  'run.read': { label: 'Run viewed', did: 'viewed a run', isLook: true },
  'run.listed': { label: 'Runs listed', did: 'viewed the runs of a day', isLook: true },
  'delivery.corrected': { label: 'Delivery corrected', did: 'corrected {fields} of a delivery' },
  'delivery.called_back': { label: 'Patient called back', did: 'called a patient about counseling' },
  'delivery.recorded_by_mistake': {
    label: 'Delivery recorded by mistake',
    did: 'declared that a delivery was recorded by mistake',
  },
  'delivery.exported': { label: 'Deliveries exported', did: 'exported deliveries', isLook: true },
  'delivery.imported': { label: 'Deliveries imported', did: 'imported deliveries' },
  'audit.packet': { label: 'Audit packet created', did: 'pulled records for an audit packet', isLook: true },
  'patient.created': { label: 'Patient created', did: 'added a patient' },
  'patient.edited': { label: 'Patient edited', did: 'changed {fields} of a patient' },
  'patient.deleted': { label: 'Patient deleted', did: 'deleted a patient' },
  'patient.merged': { label: 'Patients merged', did: 'merged a patient into another' },
  'patient.read': { label: 'Patient viewed', did: 'viewed a patient', isLook: true },
  'patient.exported': { label: 'Patients exported', did: 'exported patients', isLook: true },
  'patient.imported': { label: 'Patients imported', did: 'imported patients' },
  'patient.searched': { label: 'Patients searched', did: 'searched patients', isLook: true },
  'user.invited': { label: 'User invited', did: 'invited a user' },
  'user.edited': { label: 'User edited', did: 'changed {fields} of a user' },
  'user.deactivated': { label: 'User deactivated', did: 'deactivated a user' },
  'user.deleted': { label: 'User deleted', did: 'deleted a user' },
  'user.joined': { label: 'User joined', did: 'joined the organization' },
  'user.sessions_ended': { label: 'User signed out everywhere', did: 'signed a user out everywhere' },
  'role.created': { label: 'Role created', did: 'created a role' },
  'role.edited': { label: 'Role edited', did: 'changed {fields} of a role' },
  'role.deleted': { label: 'Role deleted', did: 'deleted a role' },
  'organisation.edited': { label: 'Settings changed', did: 'changed {fields} of the organization' },
  'organisation.verification_asked': { label: 'Verification requested', did: 'asked for verification' },
  'organisation.verified': { label: 'Verification or limits changed', did: 'changed {fields} of the organization' },
  'organisation.exported': { label: 'All data exported', did: 'started an export of all data', isLook: true },
  'organisation.export_downloaded': {
    label: 'Export downloaded',
    did: 'got the download link for an export of all data',
    isLook: true,
  },
  'organisation.subscribed': { label: 'Products added', did: 'added products to the organization' },
  'session.started': { label: 'Signed in', did: 'signed in' },
  'session.refused': { label: 'Sign-in refused', did: 'was refused sign-in' },
  'session.ended': { label: 'Signed out', did: 'signed out' },
  'account.password_changed': {
    label: 'Password changed',
    did: 'changed their password and was signed out everywhere else',
  },
  'account.password_reset': { label: 'Password reset', did: 'reset their password with an emailed link' },
  'account.factor_added': { label: 'Sign-in method added', did: 'added {fields} to their sign-in' },
  'account.factor_removed': { label: 'Sign-in method removed', did: 'removed {fields} from their sign-in' },
  'account.google_connected': { label: 'Google connected', did: 'connected Google to their account' },
  'account.not_me': { label: 'Account change disputed', did: 'said that an account change wasn’t theirs' },
  'user.factors_reset': { label: 'Two-step sign-in reset', did: 'reset two-step sign-in for a user' },
  'key.created': { label: 'API key created', did: 'created an API key' },
  'key.rotated': { label: 'API key replaced', did: 'replaced an API key' },
  'key.revoked': { label: 'API key revoked', did: 'revoked an API key' },
  'key.refused': { label: 'API key refused', did: 'was refused access' },
  'activity.listed': { label: 'Activity viewed', did: 'viewed the activity', isLook: true },
  'access.denied': { label: 'Access denied', did: 'tried something they are not allowed to do' },
} as const satisfies Record<string, ActionWords>

export type ActivityAction = keyof typeof activityActions

export const unknownActionText = 'Unknown action'

export const actionKeys = () => Object.keys(activityActions).filter(isAction)

export const action = lazy(() => z.enum(actionKeys(), unknownActionText))

export const isAction = (text: string): text is ActivityAction => text in activityActions

export const eventKind = lazy(() => z.enum(['changes', 'looks'], 'Must be changes or looks'))

/** Whether an action only looks at data and changes nothing. */
export const isLookAction = (action: string) => isAction(action) && 'isLook' in activityActions[action]

/**
 * Returns the text after the person's name, such as `changed the address of a delivery`. For an action that this release doesn't
 * know, it returns the action's key.
 */
export function actionText({ action, changes }: Pick<ActivityEvent, 'action' | 'changes'>): string {
  if (!isAction(action)) return action
  return activityActions[action].did.replace('{fields}', namesOf(changes ?? []))
}

/**
 * Returns the names of the changed fields, such as `the address`, `the address and the phone`, or `the address and 3 more fields`.
 * If there are none, returns `nothing`.
 */
function namesOf(changes: readonly FieldChange[]): string {
  const names = [...new Set(changes.map(({ field }) => fieldName(field)))]
  const [first, second] = names
  if (first === undefined) return 'nothing'
  if (second === undefined) return `the ${first}`
  if (names.length === 2) return `the ${first} and the ${second}`
  return `the ${first} and ${names.length - 1} more fields`
}

/** The labels of fields whose label isn't simply the key with blanks in place of underscores. */
const fieldNames: Readonly<Record<string, string>> = {
  delivery_address: 'address',
  apt_suite_building: 'apartment',
  zip_code: 'ZIP code',
  delivery_date: 'date',
  time_range: 'time',
  asked: 'day the recipient asked for',
  recipient_notes: "recipient's note",
  notices: 'delivery updates',
  recipient_notices: 'updates to recipients',
  pharmacist_name: 'pharmacist',
  pharmacist_id: 'pharmacist',
  patient_name: 'patient',
  patient_id: 'patient',
  delivery_notes: 'notes',
  order_notes: 'notes',
  rx_information: 'prescriptions',
  sku_information: 'items',
  total_copay: 'copay',
  require_photo_id: 'photo ID requirement',
  signature_required: 'signature requirement',
  is_business_address: 'business address',
  full_name: 'name',
  is_tenant_admin: 'administrator rights',
  is_active: 'active status',
}

/**
 * Returns the label of a field by its path. A field within a list has the label of the list: `rx_information.0.rx_number` has the
 * label `prescriptions`.
 */
function fieldName(path: string): string {
  const [field = path] = path.split('.')
  return fieldNames[field] ?? field.replaceAll('_', ' ')
}

export type SubjectType =
  | 'delivery'
  | 'run'
  | 'patient'
  | 'user'
  | 'role'
  | 'organisation'
  | 'session'
  | 'key'
  | 'export'

const loggedValue = () => z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/**
 * A changed field, with the values before and after the change. A field within a list has a path such as
 * `rx_information.0.rx_number`.
 */
export const fieldChange = lazy(() => z.object({ field: z.string(), from: loggedValue(), to: loggedValue() }))
export type FieldChange = z.output<ReturnType<typeof fieldChange>>

export const activityActor = lazy(() =>
  z.object({ id: z.nullable(idInAnswer()), name: z.string(), email: z.nullable(emailInAnswer()) }),
)
export const activitySubject = lazy(() => z.object({ type: z.string(), id: z.nullable(z.string()), label: z.string() }))

/**
 * Something that a person, a program or the product itself did or looked at. For a list or a search, `query` has the filters and
 * `count` the number of results.
 */
export const activityEvent = lazy(() =>
  z.object({
    id: z.string(),
    at: requiredInstantInAnswer(),
    actor: activityActor(),
    action: z.string(),
    subject: activitySubject(),
    patient_id: z.nullable(idInAnswer()),
    changes: z.optional(z.array(fieldChange())),
    query: z.optional(z.record(z.string(), z.unknown())),
    count: z.optional(countInAnswer()),
    /**
     * The hash of the newest item of the delivery's history after this change. Absent if the change added no item.
     */
    hash: z.optional(z.string()),
    place: z.nullable(z.string()),
    request_id: z.string(),
  }),
)
export type ActivityEvent = z.output<ReturnType<typeof activityEvent>>

/** The object of an event, and the patient to whose data the object belongs, or null if it belongs to none. */
export interface EventSubject extends Pick<ActivityEvent, 'patient_id'> {
  subject: ActivityEvent['subject'] & { type: SubjectType }
}

/**
 * The actor of everything that the product does on its own, and of the call `subscribeProducts`, which doesn't know who makes it.
 */
export const systemActor: ActivityEvent['actor'] = { id: null, name: 'System', email: null }

/** The actor of everything that is done through a recipient's link. The link doesn't reveal who uses it. */
export const recipientActor: ActivityEvent['actor'] = { id: null, name: 'Recipient', email: null }
