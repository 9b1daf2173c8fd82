import type * as settings from '../api/settings.ts'
import type { AreaDocs } from './call-docs.ts'

export const settingsDocs: AreaDocs<typeof settings> = {
  readSettings: {
    summary: 'Read the organization’s settings',
  },
  updateSettings: {
    summary: 'Change the organization’s settings',
    description: 'Fields that are not sent keep their values.',
    refusals: {
      422: '`time_zone` must be a zone that the server knows. No two `time_ranges` may have the same times or the same label, and each must end after its start.',
    },
  },
}
