import * as attempts from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as exports from '#shared/api/exports.ts'
import * as imports from '#shared/api/imports.ts'
import * as patients from '#shared/api/patients.ts'
import * as proofs from '#shared/api/proofs.ts'
import * as recipientUpdates from '#shared/api/recipient-updates.ts'
import * as runs from '#shared/api/runs.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import { createHandler } from '../http/handler.ts'
import { openServices } from '../http/services.ts'
import { warmUp } from '../http/warm-up.ts'
import { deliveryOperations } from './operations/deliveries.ts'

const services = openServices(process.env)
await warmUp(services)

export const handler = createHandler(
  {
    ...deliveries,
    ...patients,
    ...searchAndDay,
    ...runs,
    ...attempts,
    ...proofs,
    ...exports,
    ...imports,
    ...recipientUpdates,
  },
  deliveryOperations,
  services,
)
