import * as z from 'zod/mini'
import { delivery } from '../model/delivery.ts'
import { lazy } from '../model/lazy.ts'
import { askedAnswer, recipientLink, recipientUpdates } from '../model/notices.ts'
import { manageDeliveriesRule, viewDeliveriesRule } from '../rules/permissions.ts'
import { entry } from './contract.ts'

/** Responds to a recipient's wish for another day: moves the delivery to that day, or leaves it where it is. */
export const answerDayRequest = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/asked',
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'delivery.asked_answered',
  subject: 'Delivery',
  body: lazy(() => z.object({ answer: askedAnswer() })),
  answer: delivery,
  success: 200,
  idempotent: true,
  versioned: true,
})

/** Gives the link to the recipient's page, for example to read it out on the telephone. Programs cannot get it. */
export const copyRecipientLink = entry({
  method: 'POST',
  path: '/api/deliveries/{id}/recipient-link',
  access: manageDeliveriesRule,
  event: 'recipient.link_copied',
  subject: 'Delivery',
  answer: recipientLink,
  success: 200,
})

export const readUpdates = entry({
  method: 'GET',
  path: '/api/deliveries/{id}/updates',
  access: viewDeliveriesRule,
  takesKey: true,
  event: 'delivery.read',
  subject: 'Delivery',
  answer: recipientUpdates,
  success: 200,
  withinLook: ['delivery'],
})

export const readPatientUpdates = entry({
  method: 'GET',
  path: '/api/deliveries/patients/{id}/updates',
  access: manageDeliveriesRule,
  takesKey: true,
  event: 'patient.read',
  subject: 'Patient',
  answer: recipientUpdates,
  success: 200,
  withinLook: ['patient'],
})
