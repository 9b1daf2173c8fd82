import { settings, settingsEdit } from '../model/settings.ts'
import { entry } from './contract.ts'

export const readSettings = entry({
  method: 'GET',
  path: '/api/settings',
  access: 'signedIn',
  event: 'none',
  answer: settings,
  success: 200,
})

export const updateSettings = entry({
  method: 'PUT',
  path: '/api/settings',
  access: 'tenantAdmin',
  event: 'organisation.edited',
  body: settingsEdit,
  answer: settings,
  success: 200,
  versioned: true,
})
