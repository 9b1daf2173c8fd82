import { settings, settingsEdit } from '../model/settings.ts'
import { entry } from './contract.ts'
import { pageFirstPaths } from './first-paths.ts'

export const readSettings = entry({
  method: 'GET',
  path: pageFirstPaths.settings,
  access: 'signedIn',
  event: 'none',
  answer: settings,
  success: 200,
})

/** Asks support to verify the organisation. Until then, recipients get updates only if they are members of it. */
export const askForVerification = entry({
  method: 'POST',
  path: '/api/settings/verification',
  access: 'tenantAdmin',
  event: 'organisation.verification_asked',
  success: 204,
})

export const updateSettings = entry({
  method: 'PUT',
  path: '/api/settings',
  access: 'tenantAdmin',
  confirmed: 'sometimes',
  event: 'organisation.edited',
  body: settingsEdit,
  answer: settings,
  success: 200,
  versioned: true,
})
