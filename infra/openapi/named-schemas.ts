import type * as z from 'zod/mini'
import { listRoutes } from '#shared/api/areas.ts'
import * as account from '#shared/model/account.ts'
import * as accountForms from '#shared/model/account-forms.ts'
import * as activity from '#shared/model/activity.ts'
import * as apiKey from '#shared/model/api-key.ts'
import * as attempt from '#shared/model/attempt.ts'
import * as attemptRecord from '#shared/model/attempt-record.ts'
import * as audit from '#shared/model/audit.ts'
import * as begunWork from '#shared/model/begun-work.ts'
import * as completion from '#shared/model/completion.ts'
import * as correction from '#shared/model/correction.ts'
import * as delivery from '#shared/model/delivery.ts'
import * as deliveryForm from '#shared/model/delivery-form.ts'
import * as deliveryHistory from '#shared/model/delivery-history.ts'
import * as deliveryRow from '#shared/model/delivery-row.ts'
import * as doorRecord from '#shared/model/door-record.ts'
import * as factors from '#shared/model/factors.ts'
import * as fields from '#shared/model/fields.ts'
import * as identityProof from '#shared/model/identity-proof.ts'
import * as imports from '#shared/model/import.ts'
import * as listExport from '#shared/model/list-export.ts'
import * as madeCorrection from '#shared/model/made-correction.ts'
import * as notices from '#shared/model/notices.ts'
import * as organisationExport from '#shared/model/organisation-export.ts'
import * as packageNeeds from '#shared/model/package-needs.ts'
import * as patient from '#shared/model/patient.ts'
import * as payment from '#shared/model/payment.ts'
import * as person from '#shared/model/person.ts'
import * as planningSettings from '#shared/model/planning-settings.ts'
import * as product from '#shared/model/product.ts'
import * as proof from '#shared/model/proof.ts'
import * as reasonForm from '#shared/model/reason-form.ts'
import * as unsent from '#shared/model/refused-action.ts'
import * as role from '#shared/model/role.ts'
import * as roleForms from '#shared/model/role-forms.ts'
import * as run from '#shared/model/run.ts'
import * as seal from '#shared/model/seal.ts'
import * as searchAndDay from '#shared/model/search-and-day.ts'
import * as secondStep from '#shared/model/second-step.ts'
import * as settings from '#shared/model/settings.ts'
import * as signUp from '#shared/model/sign-up.ts'
import * as storedDoorRecord from '#shared/model/stored-door-record.ts'
import * as timeRange from '#shared/model/time-range.ts'
import * as tracking from '#shared/model/tracking.ts'

const models: readonly object[] = [
  account,
  apiKey,
  accountForms,
  activity,
  attempt,
  attemptRecord,
  audit,
  begunWork,
  completion,
  correction,
  searchAndDay,
  delivery,
  deliveryForm,
  deliveryHistory,
  deliveryRow,
  doorRecord,
  factors,
  fields,
  identityProof,
  imports,
  storedDoorRecord,
  listExport,
  madeCorrection,
  notices,
  organisationExport,
  patient,
  packageNeeds,
  payment,
  person,
  planningSettings,
  product,
  proof,
  reasonForm,
  role,
  roleForms,
  run,
  seal,
  secondStep,
  settings,
  signUp,
  timeRange,
  tracking,
  unsent,
]

type AnySchema = z.core.$ZodType

const isSchema = (value: unknown): value is AnySchema => typeof value === 'object' && value !== null && '_zod' in value

/**
 * Returns the schema of an exported function that returns one and the same schema each time. Undefined for every other export. A
 * function with parameters isn't called.
 */
function reusedSchema(exported: unknown): AnySchema | undefined {
  if (typeof exported !== 'function' || exported.length > 0) return undefined
  const made: unknown = exported()
  return isSchema(made) && made === exported() ? made : undefined
}

const inPascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/**
 * Returns the name of each named schema in the document, in Pascal case: a schema that `shared/model` exports has the name of its
 * export, and any other object schema that is the body or the answer of a call has the name of the call, followed by `Body` or
 * `Answer`.
 */
export function namesOfDocumentSchemas(): Map<AnySchema, string> {
  const names = new Map<AnySchema, string>()
  for (const [name, exported] of models.flatMap((model) => Object.entries(model))) {
    const schema = reusedSchema(exported)
    if (schema) names.set(schema, inPascalCase(name))
  }
  const ownOf = (schema: AnySchema | undefined, name: string) => {
    if (schema?._zod.def.type === 'object' && !names.has(schema)) names.set(schema, inPascalCase(name))
  }
  for (const { name, entry } of listRoutes()) {
    ownOf(entry.body?.(), `${name}Body`)
    ownOf(entry.answer?.(), `${name}Answer`)
  }
  return names
}
