const dayMs = 86_400_000

/** The UTC day of an instant, `YYYY-MM-DD`. */
export const utcDate = (instant: Date) => instant.toISOString().slice(0, 10)

/** `date` moved by whole days. */
export const addDays = (date: string, days: number) => utcDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs))

/** The earliest delivery date that the server takes: yesterday in UTC is today for some caller. */
export const earliestDeliveryDate = (now: Date) => addDays(utcDate(now), -1)

export const invalidDate = 'Invalid date'
export const dateInThePast = 'Delivery date cannot be in the past'
