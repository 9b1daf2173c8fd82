import { askForDay } from '../../recipients/ask-for-day.ts'
import { endNotices } from '../../recipients/end-notices.ts'
import { noteAccess } from '../../recipients/note-access.ts'
import { readTracking } from '../../recipients/read-tracking.ts'

export const recipientOperations = { readTracking, noteAccess, askForDay, endNotices }
