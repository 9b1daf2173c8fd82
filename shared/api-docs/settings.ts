import type * as settings from '../api/settings.ts'
import type { AreaDocs } from './call-docs.ts'

export const settingsDocs: AreaDocs<typeof settings> = {
  readSettings: {
    summary: 'Read the organization’s settings',
  },
  askForVerification: {
    summary: 'Ask for verification',
    description:
      'Emails support. Until an organization is verified, updates to recipients go only to the email addresses of its own active users.',
    refusals: {
      409: 'The organization is already verified.',
      429: 'The organization has already asked today.',
    },
  },
  updateSettings: {
    summary: 'Change the organization’s settings',
    description:
      'Fields that are not sent keep their values. A confirmation of identity is needed to require a second step from fewer people, to raise or switch off `idle_minutes`, and to switch on `staff_see_all`.',
    refusals: {
      422: '`time_zone` must be a zone that the server knows. No two `time_ranges` may have the same times or the same label, and each must end after its start.',
    },
  },
}
