import * as z from 'zod/mini'
import { auditRecords, auditRequest } from '../model/audit.ts'
import { correctionForm } from '../model/correction.ts'
import { delivery } from '../model/delivery.ts'
import { optionalNotes, pageCursor, pageLimitParameter } from '../model/fields.ts'
import { lazy } from '../model/lazy.ts'
import { callBackOutcome, proof, waitingDelivery } from '../model/proof.ts'
import { reasonForm } from '../model/reason-form.ts'
import { sealKeys } from '../model/seal.ts'
import { manageDeliveriesRule, viewDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'

/** Reads a proof. The operation allows this only for callers who manage deliveries and for the delivery's driver. */
export const readProof = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/proof',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'delivery.read',
  subject: 'Delivery',
  answer: proof,
  success: 200,
  withinLook: ['delivery'],
})

/** Adds a correction to the signed record, and returns the proof with the correction. */
export const correctDelivery = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/corrections',
  access: manageDeliveriesRule,
  event: 'delivery.corrected',
  subject: 'Delivery',
  body: correctionForm,
  answer: proof,
  success: 201,
  location: '/api/deliveries/{id}',
  idempotent: true,
  versioned: true,
})

/** Declares that a completion was recorded for the wrong delivery. Its record stays. */
export const declareMistake = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/recorded-by-mistake',
  access: manageDeliveriesRule,
  event: ['delivery.recorded_by_mistake', 'delivery.read'],
  subject: 'Delivery',
  body: reasonForm,
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/** Plans a delivery anew whose completion was recorded by mistake. The new delivery has `again_of`. */
export const planAgain = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/plan-again',
  access: manageDeliveriesRule,
  event: 'delivery.created',
  subject: 'Delivery',
  answer: delivery,
  success: 201,
  location: '/api/deliveries/{id}',
  idempotent: true,
})

export const listCallBacks = entry({
  method: 'GET',
  path: '/api/deliveries/call-backs',
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'delivery.listed',
  query: lazy(() => z.object({ limit: pageLimitParameter(), cursor: pageCursor() })),
  answer: lazy(() => z.array(waitingDelivery())),
  success: 200,
  paged: true,
  conditional: true,
})

export const recordCallBack = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/call-back',
  access: manageDeliveriesRule,
  event: 'delivery.called_back',
  subject: 'Delivery',
  body: lazy(() => z.object({ outcome: callBackOutcome(), note: optionalNotes() })),
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/** Finds prescriptions by number or by day of delivery. A `cursor` can only be sent with the same request body as before. */
export const readAuditRecords = entry({
  method: 'POST',
  path: '/api/audit/records',
  access: manageDeliveriesRule,
  event: 'audit.packet',
  query: lazy(() => z.object({ cursor: pageCursor() })),
  body: auditRequest,
  answer: auditRecords,
  success: 200,
  paged: true,
  callsPerMinute: { person: 30, organisation: 300 },
})

/**
 * Lists the public keys with which the seals of audit packets can be checked. The call is open to everybody, because anybody may
 * have a packet to check.
 */
export const listSealKeys = entry({
  method: 'GET',
  path: '/api/seal-keys',
  access: 'public',
  event: 'none',
  answer: sealKeys,
  success: 200,
  cacheSeconds: 3600,
  limit: { times: 600, seconds: 60 },
})
