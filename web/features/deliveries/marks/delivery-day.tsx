import { formatListDate, nearDayName } from '../../../lib/browser/format.ts'
import { useToday } from '../../../lib/session/clock.ts'

interface DeliveryDayProps {
  date: string
  format?: (date: string) => string
}

/** The date in the given format, followed by a word for a near day. */
export function DeliveryDay({ date, format = formatListDate }: DeliveryDayProps) {
  const near = nearDayName(date, useToday())
  return (
    <>
      {format(date)}
      {near && <span className="muted"> {near}</span>}
    </>
  )
}
