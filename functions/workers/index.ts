import { openHouse } from '../http/house.ts'
import { sendDueMails } from './send-due-mails.ts'

const house = openHouse(process.env)

/** Called by a schedule, every minute: nobody waits for its start. */
export const handler = (): Promise<void> => sendDueMails(house)
