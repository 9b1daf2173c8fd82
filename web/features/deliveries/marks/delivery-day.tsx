import { formatDateAndAnyTime, nearDayName } from '../../../lib/browser/format.ts'
import { useToday } from '../../../lib/session/clock.ts'

interface DeliveryDayProps {
  date: string
  format?: (date: string) => string
}

/** The date in the given format, followed by a word such as 'Today' if the day is near. */
export function DeliveryDay({ date, format = formatDateAndAnyTime }: DeliveryDayProps) {
  const near = nearDayName(date, useToday())
  return (
    <>
      <span>{format(date)}</span>
      {near && <span className="muted">{` ${near}`}</span>}
    </>
  )
}
