import type { DeliveryStatus } from '../model/delivery-statuses.ts'
import { cacheLast, dayIn } from './dates.ts'
import { isOpenStatus } from './transitions.ts'

const isoTime = cacheLast(
  (timeZone) => new Intl.DateTimeFormat('en-CA', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)

/** Returns the date and time of an instant in a time zone, as `YYYY-MM-DDTHH:MM`. */
export const localDateTimeIn = (timeZone: string, instant: Date) =>
  `${dayIn(timeZone, instant)}T${isoTime(timeZone).format(instant)}`

interface Due {
  status: DeliveryStatus
  delivery_date: string
  /** The time slot, such as `09:00-12:00`. */
  time_range: string
}

/**
 * Whether a delivery is still open after the end of its time slot or, if it has none, of its day. `clock` is the organisation's
 * local time, as `localDateTimeIn` returns it.
 */
export const isLate = ({ status, delivery_date, time_range }: Due, clock: string) =>
  isOpenStatus(status) && delivery_date !== '' && `${delivery_date}T${time_range.slice(-5) || '24:00'}` <= clock
