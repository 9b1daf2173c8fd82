import { accountTasks } from '../../accounts/revoke-recent-powers.ts'
import { recipientTasks } from '../../recipients/carry-out-recipient-task.ts'

/** How the worker carries out each kind of item in the outbox that is no letter. */
export const outboxTasks = { ...recipientTasks, ...accountTasks }
