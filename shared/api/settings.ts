import { settings, settingsEdit } from '../model/settings.ts'
import { entry } from './contract.ts'

export const readSettings = entry({
  method: 'GET',
  path: '/api/settings',
  access: 'signedIn',
  answer: settings,
  success: 200,
})

export const updateSettings = entry({
  method: 'PUT',
  path: '/api/settings',
  access: 'tenantAdmin',
  body: settingsEdit,
  answer: settings,
  success: 200,
  versioned: true,
})
