import { askForDay } from '../../recipients/ask-for-day.ts'
import { endNotices } from '../../recipients/end-notices.ts'
import { readTracking } from '../../recipients/read-tracking.ts'
import { storeAccessNote } from '../../recipients/store-access-note.ts'

export const recipientOperations = { readTracking, storeAccessNote, askForDay, endNotices }
