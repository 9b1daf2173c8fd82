import { openHouse } from '../http/house.ts'
import { recordFeedback } from './record-feedback.ts'

const house = openHouse(process.env)

/** Called by EventBridge with what SES says of mails that it has sent. */
export const handler = (event: unknown): Promise<void> => recordFeedback(house, event)
