import { mailPartitions } from '../data/keys.ts'
import { openHouse } from '../http/house.ts'
import { warmUp } from '../http/warm-up.ts'
import { sendDueMails } from './send-due-mails.ts'

const house = openHouse(process.env)
await warmUp(house, ({ keys, table }) =>
  Promise.all([keys.current(), ...mailPartitions.map((partition) => table.query({ partition, limit: 1 }))]),
)

/** Called by a schedule, every minute. */
export const handler = (): Promise<void> => sendDueMails(house)
