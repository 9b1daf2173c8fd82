import { settings, settingsEdit } from '../model/settings.ts'
import { entry } from './contract.ts'

export const readSettings = entry({
  method: 'GET',
  path: '/api/settings',
  access: 'signedIn',
  summary: 'Read the organisation’s settings',
  event: 'none',
  answer: settings,
  success: 200,
})

export const updateSettings = entry({
  method: 'PUT',
  path: '/api/settings',
  access: 'tenantAdmin',
  summary: 'Change the organisation’s settings',
  description: 'What is not sent stays.',
  refusals: {
    422: '`time_zone` has to be a zone that the server knows.',
  },
  event: 'organisation.edited',
  body: settingsEdit,
  answer: settings,
  success: 200,
  versioned: true,
})
