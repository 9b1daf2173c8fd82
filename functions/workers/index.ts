import { openHouse } from '../http/house.ts'
import { warmUp } from '../http/warm-up.ts'
import { sendDueMails } from './send-due-mails.ts'

const house = openHouse(process.env)
await warmUp(house, ({ keys }) => keys.current())

/** Called by a schedule, every minute. */
export const handler = (): Promise<void> => sendDueMails(house)
